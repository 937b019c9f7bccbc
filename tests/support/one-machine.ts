import { readFileSync } from "node:fs";

/**
 * Test files that start a service and only apply to one machine: they read its data folder, its master key file or its own HTTP server.
 * Every other file that starts a service runs on both sets of adapters.
 */
export const oneMachineOnly: Readonly<Record<string, string>> = {
  "tests/agent/first-day.test.ts":
    "what a host needs around the service: its certificate, disks, web server and tools; tests/agent/doctor.test.ts runs on both",
  "tests/keys/limits/eight-services.test.ts":
    "services that share a data folder; tests/keys/limits/allowances.test.ts counts as instances on AWS do, on both",
  "tests/conformance/kept-recordings.test.ts":
    "recordings that a program on the host makes; the service only reads a list from a stand-in that replays one",
  "tests/mcp/admin/everyday-demo.test.ts":
    "the server that npm start starts on one machine; tests/mcp/admin/everyday-tasks.test.ts does the same tasks on both",
  "tests/backups/demo-store.test.ts":
    "what a start with the sandbox keeps, and what this machine calls; tests/backups/locations.test.ts runs on both",
  "tests/files/operations/killed.test.ts":
    "what an agent leaves on the host's disk at each of its notes; tests/file-operations has the same operations on both",
  "tests/builds/killed.test.ts":
    "what an agent leaves on the host's disk at each of its notes; tests/builds/make-build.test.ts runs on both",
  "tests/builds/file-servers.test.ts":
    "what the agent says to servers for files; tests/builds/publish.test.ts starts the same work on both",
  "tests/deployments/faults.test.ts":
    "what becomes of files on the host when tools, disks and people fail; tests/deployments deploys, plans and undoes on both",
  "tests/files/operations/encrypt.test.ts":
    "what the tools make of files on the host; tests/file-operations starts, refuses and renames on both",
  "tests/files/operations/transform.test.ts":
    "what the tools make of files on the host; tests/file-operations starts, refuses and renames on both",
  "tests/files/patch/apply.test.ts":
    "what the tool makes of files on the host; tests/apply-patch refuses, and tests/file-operations works, on both",
  "tests/browser/attacks.test.ts":
    "what the agent does with the folders of its host; tests/browser brings and fetches bytes on both",
  "tests/browser/changes.test.ts":
    "what the agent does with the folders of its host; tests/browser brings and fetches bytes on both",
  "tests/browser/listing.test.ts":
    "what the agent does with the folders of its host; tests/browser brings and fetches bytes on both",
  "tests/browser/full-disk.test.ts":
    "what the agent does with the folders of its host; tests/browser brings and fetches bytes on both",
  "tests/logs/steps.test.ts":
    "what the agent finds in the files of its host; tests/logs reads and follows them on both",
  "tests/logs/search.test.ts":
    "what the agent finds in the files of its host; tests/logs reads and follows them on both",
  "tests/trash/browsed.test.ts": "what the agent keeps in folders of its host; tests/trash/trash.test.ts runs on both",
  "tests/trash/cut-off.test.ts": "what the agent keeps in folders of its host; tests/trash/trash.test.ts runs on both",
  "tests/downloads/many.test.ts":
    "what the agent makes of files on its host; tests/file-downloads makes and sends them on both",
  "tests/downloads/by-address.test.ts":
    "what the agent makes of files on its host; tests/file-downloads makes and sends them on both",
  "tests/downloads/save-as-xml.test.ts":
    "what the agent makes of files on its host; tests/file-downloads makes and sends them on both",
  "tests/server/fms-process.test.ts":
    "what FileMaker Server's programs answer; tests/server/run-script.test.ts runs on both",
  "tests/keys/data-of-before.test.ts":
    "a data folder of one machine; tests/secrets/fingerprints.test.ts has the ids of before that KMS made",
  "tests/mcp/admin/programs.test.ts":
    "programs of other makers over HTTP, each a process of its own; tests/mcp/admin has clients and attacks on both",
  "tests/oauth/programs.test.ts":
    "programs of other makers over HTTP, each a process of its own; tests/oauth has sign-ins and attacks on both",
  "tests/attacks/cookies.test.ts":
    "the edge's one pipeline; tests/sessions/cross-site has the same decisions for every read on both",
  "tests/attacks/json.test.ts": "the one reader of JSON; tests/edge/fields sends every operation its bodies on both",
  "tests/client/package.test.ts":
    "the packed client, an npm package; tests/client/calls.test.ts runs its calls on both",
  "tests/cli/package.test.ts":
    "the packed program, an npm package; tests/cli/commands.test.ts runs its commands on both",
  "tests/cli/ci.test.ts":
    "the packed program in steps of GitHub and GitLab; tests/cli/releases.test.ts runs its commands on both",
  "tests/cli/guide.test.ts": "the packed program and its guide; tests/cli/commands.test.ts runs its commands on both",
  "tests/runtime/": "the program that runs on one machine: its addresses, TLS, reverse proxies and its stop",
  "tests/proxy/wire/": "bytes between the local gateway's sockets and FileMaker's; no store takes part",
  "tests/files/uploads/one-machine/": "addresses of the local gateway's own for parts, in place of S3's",
  "tests/console/": "the console in a browser, served by the local gateway; it calls what has tests of its own on both",
  "tests/http/":
    "the wire contract of the local gateway; tests/http holds serverless-offline to it too, on the emulators",
  "tests/proxy/odata/hostile-calls.test.ts": "what becomes of ten thousand paths; the store knows one key",
  "tests/docs/": "what the documents say; the operations behind it have tests of their own on both",
  "tests/proxy/odata/large-batches.test.ts": "a hundred megabytes between two sockets; no store takes part",
  "tests/proxy/odata/clients/": "clients by other makers, over HTTP; tests/proxy/odata makes the same calls on both",
  "tests/proxy/clients/": "clients by other makers, over HTTP; tests/proxy makes the same calls on both",
  "tests/proxy/fm-data-api-client.test.ts":
    "a client by another maker, over HTTP; tests/proxy makes the same calls on both",
  "tests/mcp/conformance/": "a program by another maker, over HTTP; tests/mcp/admin has clients and attacks on both",
  "tests/architecture/openapi.test.ts": "the description of the API, made from contracts; no store takes part",
  "tests/contract/host-names.test.ts":
    "names that contracts refuse before a store is read; tests/edge/fields sends every operation its bodies on both",
  "tests/proxy/generated.test.ts": "ten thousand targets through the local gateway; no store takes part",
  "tests/proxy/admin/generated.test.ts": "ten thousand targets through the local gateway; no store takes part",
  "tests/attacks/":
    "thousands of hostile calls through the local gateway; tests/edge has credentials, roles and limits on both",
  "tests/proxy/unknown-keys.test.ts": "ten thousand keys in one process's memory, which takes a minute on emulators",
  "tests/keys/store.test.ts": "what the files of the data folder hold, and the master key file as the pepper",
  "tests/secrets/file-work.test.ts":
    "argument lists, environments and journals on the database host; what is stored has tests of its own on both",
  "tests/secrets/sealed.test.ts":
    "the form of sealed values under the master key file; KMS has tests/aws/kms-vault.test.ts",
  "tests/secrets/rotation.test.ts": "a change of the master key file; KMS renews its keys by itself",
  "tests/browser/large-folder.test.ts": "a hundred thousand files on the host; no store takes part",
  "tests/files/patch/killed.test.ts":
    "the agent's journal and the files of its host; what it tells has tests of its own on both",
  "tests/mcp/admin/read-log.test.ts":
    "log files that the service writes on one machine; tests/logs reads and searches them on both",
  "tests/logs/call-lines.test.ts":
    "log files that the service writes on one machine; tests/logs reads and searches them on both",
  "tests/webhooks/rejected-requests.test.ts":
    "log files that the service writes on one machine; tests/logs reads and searches them on both",
  "tests/logs/debug-log.test.ts": "a log file that the service writes on one machine",
  "tests/logs/service-logs.test.ts": "the log files that the service writes on one machine",
};

/** True if a test file also runs on the AWS adapters: it starts a whole service and doesn't only apply to one machine. */
export function runsOnBoth(file: string): boolean {
  return !Object.keys(oneMachineOnly).some((place) => file.startsWith(place)) && startsService(file);
}

/** True if a test file starts a whole service. */
export function startsService(file: string): boolean {
  return / (?:testService|a\w*Setup)\(/.test(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
}
