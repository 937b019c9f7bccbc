import { adminApiQuestions, webQuestions } from "./questions/admin-api.ts";
import { adminApiWrites } from "./questions/admin-writes.ts";
import { dataApiQuestions, dataApiWrites } from "./questions/data-api.ts";
import { odataQuestions } from "./questions/odata.ts";
import { odataWrites } from "./questions/odata-writes.ts";
import { programQuestions } from "./questions/programs.ts";
import { FolderEntry, HttpEntry, LogEntry, Manifest, ProgramEntry } from "./recording.ts";

/** Questions over HTTP in the order in which they are asked. */
export const readingQuestions = [...webQuestions, ...adminApiQuestions, ...dataApiQuestions, ...odataQuestions];
export const copyQuestions = [...dataApiWrites, ...odataWrites];

/** Words of our own questions and formats, which say nothing about a server. */
export const ownVocabulary: readonly string[] = [
  ...[...readingQuestions, ...adminApiWrites, ...copyQuestions].flatMap(({ step, path, body = "", headers }) => [
    ...[step, path, body],
    ...Object.entries(headers ?? {}).flat(),
  ]),
  ...programQuestions.flatMap(({ step, tool, args }) => [step, tool, ...args]),
  ...[HttpEntry, ProgramEntry, FolderEntry, LogEntry, Manifest].flatMap(({ shape }) => Object.keys(shape)),
  ...["response", "messages", "code", "text", "message", "entries", "name", "kind", "mode", "owner", "group", "links"],
  ...["sizeBytes", "status", "reason", "headers", "bodyShape", "protocol", "chainLength", "nameMatches", "expected"],
  ...["verdict", "equal", "differs", "unknown", "release", "architecture", "platform", "version", "first", "last"],
];
