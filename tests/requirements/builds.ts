import type { RequirementList } from "./requirement.ts";

export const builds = {
  "builds:console:page": {
    text: "The console has a page for builds.",
    source: 'Specification, "What the service does", point 1',
    planned: "builds",
  },
  "builds:jit:id": {
    text: "A just-in-time build's id is 34 characters long.",
    source: 'Specification, "Resources", Other records; Specification, "Limits", just-in-time build id',
    planned: "builds",
  },
  "builds:manifest:download-url": {
    text: "A manifest may hold a downloadUrl.",
    source: 'Specification, "Resources", Other records',
    planned: "builds",
  },
  "builds:manifest:download-url-wins": {
    text: "In a manifest fetched from a URL, downloadUrl takes the place of the calculated location of the .build.zip.",
    source: 'Specification, "Resources", Other records',
    planned: "builds",
  },
  "builds:restart:crashed": {
    text: "A build that is in storage and not in the outbox is crashed after a restart.",
    source: 'Specification, "States and transitions"',
    planned: "builds",
  },
  "builds:start:credentials": {
    text: "With includeCredentialsInManifest the manifest holds the build's file credentials.",
    source: 'Specification, "Resources", Other records',
    planned: "builds",
  },
  "builds:start:no-credentials": {
    text: "Without includeCredentialsInManifest the manifest holds no file credentials.",
    source: 'Specification, "Resources", Other records',
    planned: "builds",
  },
  "builds:start:operation": {
    text: "A build is started by an operation.",
    source: 'Specification, "Endpoints", notes, other operations',
    planned: "builds",
  },
  "builds:table:warning": {
    text: "The table of builds marks a build that completed with errors in its log.",
    source: 'Specification, "States and transitions"',
    planned: "builds",
  },
} as const satisfies RequirementList;
