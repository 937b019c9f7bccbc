import { agent } from "../agent/contract.ts";
import { audit } from "../audit/contract.ts";
import { browser } from "../browser/contract.ts";
import { events } from "../events/contract.ts";
import { files } from "../files/contract.ts";
import { disk } from "../files/disk/contract.ts";
import { downloads } from "../files/downloads/contract.ts";
import { patches } from "../files/patch/contract.ts";
import { deletion, trash } from "../files/trash/contract.ts";
import { keys } from "../keys/contract.ts";
import { logs } from "../logs/contract.ts";
import { notes } from "../notes/contract.ts";
import { processes } from "../processes/contract.ts";
import { proxy } from "../proxy/contract.ts";
import { server } from "../server/contract.ts";
import { sessions } from "../sessions/contract.ts";
import { system } from "../system/contract.ts";

/** Every resource's operations, by the resource's name. Routes, documentation and clients are read from here. */
export const catalogue = {
  agent,
  audit,
  browser,
  disk,
  downloads,
  events,
  files,
  keys,
  logs,
  notes,
  patches,
  processes,
  proxy,
  server,
  sessions,
  system,
  trash: { ...deletion, ...trash },
} as const;
