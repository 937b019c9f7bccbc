import { copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { publicKeyForms } from "#shared/agent/protocol/public-key-forms.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { refusedBy } from "../refused.ts";
import { newKeyPair } from "../server/server-key.ts";
import { noteMade } from "../trial/made-things.ts";
import { inSession, removeMade, type TrialServer } from "../trial/remove-made.ts";
import { liveCopy, makeTrialCopy, type TrialCopy, trialFiles, trialName } from "../trial/trial-copy.ts";

/** One part of the chain. Resolves with the sentence of its result. */
interface Part {
  readonly check: string;
  readonly remedy: string;
  readonly run: () => Promise<string>;
}

const schedules =
  "Check in the Admin Console that backup schedules can be created and that the backup folder is writable for FileMaker Server and the agent.";
const files =
  "Give the agent's account access to the folder of the hosted files, and FileMaker Server's group to new files there.";

/**
 * Tries what tasks do with files, on a copy: copies it while it is open, places it, opens it, copies and clones it, replaces it, and opens it
 * again; and registers a key. Removes all of it. The first failure ends the chain, because each part needs the one before.
 */
export async function chainFindings(file: string, host: Host, trial: TrialServer): Promise<readonly Finding[]> {
  let copy: TrialCopy | undefined;
  const server = trialFiles(trial);
  const made = () => {
    if (copy === undefined) throw new Error("no copy was made");
    return copy;
  };
  const timed = async (work: () => Promise<unknown>): Promise<string> => {
    const startedAt = trial.clock.now();
    await work();
    return `${((trial.clock.now() - startedAt) / 1000).toFixed(1)} s`;
  };
  const parts: readonly Part[] = [
    {
      check: "chain_copy",
      remedy: schedules,
      run: async () => {
        copy = await makeTrialCopy(file, host, trial);
        const { copy: copyMs, open } = copy.ms;
        return `FileMaker Server opened a copy of ${file} that the agent placed (copy ${copyMs / 1000} s, opening ${open / 1000} s).`;
      },
    },
    {
      check: "chain_backup",
      remedy: schedules,
      run: async () => {
        const { name, folder } = made();
        const took = await timed(() => copyTo(join(folder, "again"), name, false));
        return `FileMaker Server copied the open file with a backup schedule in ${took}.`;
      },
    },
    {
      check: "chain_clone",
      remedy: schedules,
      run: async () => {
        const { name, folder } = made();
        const took = await timed(() => copyTo(join(folder, "clone"), name, true));
        return `FileMaker Server cloned the open file with a backup schedule in ${took}.`;
      },
    },
    {
      check: "chain_replace",
      remedy: files,
      run: async () => {
        const { name, path, folder } = made();
        await server.close([name], { force: true, message: "" });
        await copyFile(join(folder, "again", "kept.fmp12"), `${path}.part`);
        await rename(`${path}.part`, path);
        await syncFolder(join(path, ".."));
        const took = await timed(() => server.open([{ filename: `${name}.fmp12`, key: undefined }]));
        return `FileMaker Server opened the file again ${took} after it was replaced.`;
      },
    },
    {
      check: "chain_key",
      remedy: "Please report it to us, with the version of FileMaker Server.",
      run: () => keyForms(trial),
    },
  ];

  async function copyTo(folder: string, name: string, isClone: boolean): Promise<void> {
    await makeFolder(folder, 0o775);
    const path = await liveCopy(`${name}.fmp12`, { name, folder, isClone }, server);
    await copyFile(path, join(folder, "kept.fmp12"));
  }

  const findings: Finding[] = [];
  for (const { check, remedy, run } of parts) {
    try {
      findings.push({ check, state: "ok", text: await run() });
    } catch (thrown) {
      findings.push({ check, state: "failed", text: `${sentence(refusedBy(thrown).message)}.`, remedy });
      break;
    }
  }
  return [...findings, await removed(trial)];
}

/** Registers a key of its own in each form, and says which ones the server accepts. */
async function keyForms(trial: TrialServer): Promise<string> {
  const name = trialName();
  const { publicKey } = await newKeyPair(trial.clock.now());
  const path = "/server/config/pkipublickey";
  noteMade(trial.folder, [{ kind: "key", name }]);
  return inSession(trial, async (ask) => {
    const accepted: string[] = [];
    for (const [index, form] of publicKeyForms(publicKey).entries()) {
      const { code } = await ask("POST", path, { name, publicKey: form });
      if (code !== "0") continue;
      accepted.push(index === 0 ? "with line breaks" : "without line breaks");
      await ask("DELETE", path, { names: [name] });
    }
    if (accepted.length === 0)
      throw new Error("FileMaker Server accepts a public key neither with nor without line breaks");
    return `FileMaker Server accepts public keys ${accepted.join(" and ")}.`;
  });
}

async function removed(trial: TrialServer): Promise<Finding> {
  const check = "chain_removed";
  try {
    await removeMade(trial);
    return { check, state: "ok", text: "Everything that the checks made was removed." };
  } catch (thrown) {
    const remedy =
      "Remove the files, schedules and keys whose names begin with Latchkey trial, or run latchkey-agent remove-trial </dev/null.";
    return { check, state: "failed", text: `Not everything was removed: ${refusedBy(thrown).message}.`, remedy };
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
