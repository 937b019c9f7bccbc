import { createInterface } from "node:readline";
import { startS3 } from "../../../../sandbox/s3/server.ts";
import { example } from "../a-target-key.ts";

const [folder = ""] = process.argv.slice(2);
const server = await startS3({ ...example, folder, buckets: ["files"] });
process.stdout.write(`${server.origin}\n`);
/** Prints this process's peak memory in kilobytes for each line of input. */
for await (const _line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${process.resourceUsage().maxRSS}\n`);
}
