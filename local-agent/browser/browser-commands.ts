import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { Clock } from "../clock.ts";
import type { TransferTarget } from "../commands/one-time-call.ts";
import type { Host } from "../host.ts";
import { makeFolder, moveFile } from "./change-files.ts";
import { entryAt } from "./entry.ts";
import { folderSizes } from "./folder-sizes.ts";
import type { FolderZips } from "./folder-zips.ts";
import { listFolder } from "./list-folder.ts";
import type { Removals } from "./removals.ts";
import { removeFile } from "./remove-file.ts";
import { sendTagged } from "./send-tagged.ts";
import type { HostUploads } from "./uploads/host-uploads.ts";

type BrowserCommand = Extract<CommandName, `browser.${string}`>;
type BrowserCommands = { readonly [Name in BrowserCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

interface BrowserOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly transferTarget: TransferTarget;
  readonly uploads: HostUploads;
  readonly zips: FolderZips;
  readonly removals: Removals;
}

/** Lists folders below the roots, and makes the changes that the service allows. */
export function browserCommands({
  host,
  clock,
  transferTarget,
  uploads,
  zips,
  removals,
}: BrowserOptions): BrowserCommands {
  const sizes = folderSizes(host, clock);
  return {
    "browser.list": (fields) => listFolder(host, fields),
    "browser.stat": (location) => entryAt(host, location),
    "browser.size": (fields) => sizes.ask(fields),
    "browser.stopSize": async (location) => sizes.stop(location),
    "browser.makeFolder": (location) => makeFolder(host, location),
    "browser.move": (fields) => moveFile(host, fields),
    "browser.remove": (fields) => removeFile({ host, clock, removals }, fields),
    "browser.sendRange": (fields) => sendTagged(host, fields, transferTarget),
    "browser.planZip": (location) => zips.plan(location),
    "browser.sendZip": (fields) => zips.send(fields),
    "browser.beginUpload": (fields) => uploads.begin(fields),
    "browser.upload": ({ upload }) => uploads.state(upload),
    "browser.takePiece": (fields) => uploads.take(fields),
    "browser.finishUpload": ({ upload }) => uploads.finish(upload),
    "browser.endUpload": async ({ upload }) => {
      await uploads.end(upload);
      return {};
    },
  };
}
