import { S3Client } from "@aws-sdk/client-s3";
import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { emptyBucket } from "./console/empty-bucket.ts";
import { callerIn } from "./deployment/caller.ts";
import { challengesRegion } from "./deployment/challenges-stack.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { readDeployment } from "./deployment/parameters.ts";
import { removeStacks } from "./deployment/remove-stacks.ts";
import { framework } from "./framework.ts";

// Deletes a deployment, except for data that can't be recreated: npm run remove -- --stage=prod --confirm=latchkey-prod
try {
  process.exitCode = await remove(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SettingRefused)) throw error;
  print(error.message);
  process.exitCode = 2;
}

async function remove(words: readonly string[]): Promise<number> {
  const wanted = readDeployment(words.filter((word) => !word.startsWith("--confirm=")));
  const caller = await callerIn(wanted.region);
  if (!words.includes(`--confirm=${wanted.stack}`)) {
    throw new SettingRefused(
      `This would remove ${wanted.stack} from account ${caller.account}, ${wanted.region}. To do so, add --confirm=${wanted.stack}`,
    );
  }
  const client = new S3Client({ region: wanted.region });
  try {
    return await removeStacks(wanted, {
      formation: cloudFormation(caller),
      edgeFormation: cloudFormation({ ...caller, region: challengesRegion }),
      framework,
      emptyBucket: (bucket) => emptyBucket(client, bucket),
      print,
    });
  } finally {
    client.destroy();
  }
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
