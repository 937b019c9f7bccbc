import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Platform } from "./platforms.ts";
import { runningPackages } from "./shipped-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Component in the format of `npm sbom`, limited to the fields that are read. */
interface Component {
  readonly "bom-ref": string;
}

/** Returns an archive's bill of materials in CycloneDX: its packages and the Node of its platform. */
export function billOfMaterials({ node }: Platform, version: string, at: Date): string {
  const printed = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill = JSON.parse(printed);
  // All installed packages except those that the archive leaves out: npm's own --omit=dev also leaves out packages that development needs
  // as well.
  const shipped = new Set(runningPackages().map(({ name, version }) => `${name}@${version}`));
  const components: Component[] = bill.components.filter((each: Component) => shipped.has(each["bom-ref"]));
  const nodeComponent = {
    "bom-ref": `${node.package}@${node.version}`,
    type: "platform",
    name: node.package,
    version: node.version,
    purl: `pkg:npm/${node.package}@${node.version}`,
    hashes: [
      { alg: "SHA-512", content: Buffer.from(node.integrity.slice("sha512-".length), "base64").toString("hex") },
    ],
    licenses: [{ license: { id: "MIT" } }],
  };
  const kept = new Set([...components.map((each) => each["bom-ref"]), bill.metadata.component["bom-ref"]]);
  const digest = createHash("sha256")
    .update(JSON.stringify([version, node, components]))
    .digest("hex");
  return `${JSON.stringify(
    {
      ...bill,
      serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
      metadata: {
        ...bill.metadata,
        timestamp: at.toISOString(),
        component: { ...bill.metadata.component, type: "application", name: "latchkey" },
      },
      components: [...components, nodeComponent],
      dependencies: bill.dependencies
        .filter(({ ref }: { readonly ref: string }) => kept.has(ref))
        .map((each: { readonly ref: string; readonly dependsOn: readonly string[] }) => ({
          ...each,
          dependsOn: each.dependsOn.filter((ref) => kept.has(ref)),
        })),
    },
    null,
    2,
  )}\n`;
}
