import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { CloudFormation } from "../deployment/cloudformation.ts";

interface OwnStackDependencies {
  readonly formation: Pick<CloudFormation, "stack">;
  /** Runs `npm run deploy` and `npm run remove` for this stack. Both return exit codes. */
  readonly deploy: () => number;
  /** Deploys with another parameter: some faults only appear when a stack is updated. */
  readonly update: () => number;
  readonly remove: () => number;
  /** Runs against the deployed stack at its address. */
  readonly run: (address: string) => Promise<void>;
  readonly print: (sentence: string) => void;
}

/**
 * Deploys a stack, runs something against it, updates it, runs that again, and always deletes it afterward. Leaves an existing stack alone.
 * @throws SettingRefused
 */
export async function onOwnStack(stack: string, dependencies: OwnStackDependencies): Promise<number> {
  const { formation, deploy, update, remove, run, print } = dependencies;
  if ((await formation.stack(stack)) !== undefined)
    throw new SettingRefused(
      `The stack ${stack} already exists and would be removed at the end: choose another --stage.`,
    );
  try {
    for (const step of [deploy, update]) {
      const code = step();
      if (code !== 0) return code;
      const address = (await formation.stack(stack))?.outputs.get("Address");
      if (address === undefined) throw new Error(`The stack ${stack} has no address.`);
      await run(address);
    }
    return 0;
  } finally {
    remove();
    if ((await formation.stack(stack)) !== undefined)
      print(`The stack ${stack} was kept. Remove it with npm run remove.`);
  }
}
