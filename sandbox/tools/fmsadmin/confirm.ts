import type { Console } from "./console.ts";

/** What is asked before; commands that are not here do not ask. */
const QUESTIONS: Readonly<Record<string, string>> = {
  CLOSE: "really close database(s)?",
  "DISABLE SCHEDULE": "really disable schedule(s)?",
  "DELETE SCHEDULE": "really delete a schedule?",
  "DISCONNECT CLIENT": "really disconnect client(s)?",
  REMOVE: "really remove database(s)?",
  "RESTART SERVER": "really restart server?",
  "STOP SERVER": "really stop server?",
  "CERTIFICATE IMPORT": "really import certificate?",
  "CERTIFICATE DELETE": "really delete certificate?",
};

/** Asks whether a command is really meant. Anything but y is a no. */
export async function confirmed(command: string, console: Console): Promise<boolean> {
  const question = QUESTIONS[command];
  if (question === undefined) return true;
  const warning = command.startsWith("CERTIFICATE") ? "(Warning: server needs to be restarted) " : "";
  return (await console.ask(`fmsadmin: ${question} (y, n) ${warning}`))?.trim().toLowerCase() === "y";
}
