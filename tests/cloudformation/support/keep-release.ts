import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { specificationOf } from "../../../scripts/dev-aws/resource-specification.ts";
import { packagedTemplate } from "../../support/iam/packaged-template.ts";
import { releaseFile, releaseText } from "./released-template.ts";

// Keeps what later updates depend on, of the template of the version in package.json.
const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const file = releaseFile(version);
mkdirSync(new URL(".", file), { recursive: true });
writeFileSync(file, releaseText(packagedTemplate(), specificationOf(loadAwsServiceSpecSync())));
