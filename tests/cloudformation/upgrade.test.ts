import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { expect, test } from "vitest";
import { deployer } from "../../scripts/dev-aws/deployer.ts";
import { specificationOf } from "../../scripts/dev-aws/resource-specification.ts";
import { verifies } from "../support/verifies.ts";
import { emptyAccount } from "./support/account.ts";
import { releasedTemplate, releasedVersions, releaseText } from "./support/released-template.ts";
import { packagedOnce } from "./support/templates.ts";

const template = packagedOnce();

/** Resources with data, and those whose ID is in an address that clients, agents and DNS records use. */
const lasting = ["Table", "EncryptionKey", "Blobs", "Distribution", "ApiGatewayRestApi", "WebsocketsApi"];

verifies("runtime:aws:updates", "every release can be upgraded, and keeps its data and addresses", async () => {
  expect(releasedVersions().length).toBeGreaterThan(0);
  for (const version of releasedVersions()) {
    const { deploy } = deployer(emptyAccount());
    const stack = await deploy(releasedTemplate(version));
    expect([stack.status, stack.reason], version).toEqual(["UPDATE_COMPLETE", undefined]);
    const ids = () => lasting.map((name) => stack.resources.get(name)?.resource.id);
    const before = ids();
    expect(before).not.toContain(undefined);
    await deploy(template);
    expect([stack.status, stack.reason], version).toEqual(["UPDATE_COMPLETE", undefined]);
    expect(ids(), version).toEqual(before);
    expect(stack.events.filter(({ status }) => status.endsWith("_FAILED"))).toEqual([]);
  }
});

test("the file of a release has every resource of its template", () => {
  const { Resources } = JSON.parse(releaseText(template, specificationOf(loadAwsServiceSpecSync())));
  expect(Object.keys(Resources)).toEqual(Object.keys(template.Resources));
});
