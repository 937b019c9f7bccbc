import type { Console } from "./console.ts";

/** Confirmation questions by command; other commands don't ask. */
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

/** Asks for confirmation. Any answer except y means no. */
export async function confirmed(command: string, console: Console): Promise<boolean> {
  const question = QUESTIONS[command];
  if (question === undefined) return true;
  const warning = command.startsWith("CERTIFICATE") ? "(Warning: server needs to be restarted) " : "";
  return (await console.ask(`fmsadmin: ${question} (y, n) ${warning}`))?.trim().toLowerCase() === "y";
}
