import type { RequirementList } from "./requirement.ts";

/** Starting and stopping on one machine. */
export const runtime = {
  "runtime:aws:adapters": {
    text: "Every test that starts the service runs on the adapters for AWS too, unless it is about one machine alone.",
    source: "Promise, AWS",
  },
  "runtime:aws:adopted": {
    text: "A new stack is made around the table, the keys and the bucket that another has left behind.",
    source: "Promise, AWS",
  },
  "runtime:aws:alarms": {
    text: "Where a topic is set it is notified of dead letters, of failures of ours, of a proxy or jobs that break off or are refused, of work that waits, of a sweeper that fails and of refused sign-ins.",
    source: "Promise, AWS",
  },
  "runtime:aws:answer-time": {
    text: "A call that FileMaker Server does not answer ends with our own 504 before CloudFront gives up on it.",
    source: "Reliability U3",
  },
  "runtime:aws:challenges": {
    text: "A challenge has its name behind API Gateway, which renames it, whatever the status of its answer.",
    source: "Promise, AWS",
  },
  "runtime:aws:compression": {
    text: "On AWS CloudFront compresses the console, and the API gets Accept-Encoding as the caller sent it and is compressed by nobody on the way.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-key": {
    text: "npm run dev:aws serves the packaged functions on emulators: a key made there reads a record.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-queue": {
    text: "Under npm run dev:aws a function with a queue is fed from it, and what it gives back stays there.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-reload": {
    text: "Under npm run dev:aws a change of a source is served without a new start.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-stop": {
    text: "npm run dev:aws leaves no process behind.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-usage": {
    text: "Under npm run dev:aws lines of the log are handed to the function that counts them, as the stack's subscription does: GET /svc/api/usage has the calls.",
    source: "Promise, AWS",
  },
  "runtime:aws:differences": {
    text: "Where AWS answers otherwise than one machine is listed with the reason, and nothing else differs.",
    source: "Promise, AWS",
  },
  "runtime:aws:errors-uncached": {
    text: "CloudFront gives no answer that was a refusal or a failure to another caller.",
    source: "Promise, AWS",
  },
  "runtime:aws:failures-counted": {
    text: "What FileMaker Server answers with 500 raises no alarm; what fails for a reason of ours does.",
    source: "Promise, AWS",
  },
  "runtime:aws:frozen": {
    text: "An invocation is not over before everything is done that its answer did not wait for; what takes more than three seconds goes on with the next, except for a function that says that it works behind its answer.",
    source: "Promise, AWS",
  },
  "runtime:aws:gateway-refusals": {
    text: "What API Gateway refuses by itself, too many calls among it, has the shape of the API's errors and a number of the catalogue.",
    source: "Promise, AWS",
  },
  "runtime:aws:offline": {
    text: "npx serverless offline without emulators ends with the name of the command that starts them.",
    source: "Promise, AWS",
  },
  "runtime:aws:own-network": {
    text: "Where subnets and security groups are given the functions call from there, and their own code may change no network interface.",
    source: "Promise, AWS",
  },
  "runtime:aws:parameters": {
    text: "A deployment's parameters are kept for the next, and none goes back to its default by omission.",
    source: "Promise, AWS",
  },
  "runtime:aws:reads-by-purpose": {
    text: "On AWS each function reads the partitions of the table and of its index that it needs, and no others; none may read the whole table.",
    source: "Promise, AWS",
  },
  "runtime:aws:region-in-names": {
    text: "A stage in a second region of an account comes up beside the first: names that count in all regions hold the region's.",
    source: "Promise, AWS",
  },
  "runtime:aws:restored": {
    text: "A restored table is copied over the one in use: counters never go back, what is over is left out, and a late write is refused.",
    source: "Promise, AWS",
  },
  "runtime:aws:secrets-by-purpose": {
    text: "On AWS each function gets data keys for the kinds of secrets that it seals and opens, and for no others; what was sealed before there were kinds still opens.",
    source: "Promise, AWS; Security C1",
  },
  "runtime:aws:smoke": {
    text: "One command deploys a stack of its own, tries key, call, challenge, empty find, agent and job, and removes it; the same steps run on the emulators.",
    source: "Promise, AWS",
  },
  "runtime:aws:stale-reads": {
    text: "With reads that are two seconds old a deleted key is dead within 10 seconds, and no session is logged in twice.",
    source: "Reliability D4",
  },
  "runtime:aws:stream-time": {
    text: "An event stream on AWS ends after a minute, since nobody learns there that its client has gone; the client comes back by itself.",
    source: "Promise, AWS",
  },
  "runtime:aws:streaming": {
    text: "A streamed answer has its head, also where no byte follows; it waits for its reader, and never looks whole when it broke off.",
    source: "Promise, AWS; R4.5",
  },
  "runtime:aws:thawed": {
    text: "An instance that was frozen between two calls sends the second one on no connection that died meanwhile.",
    source: "Promise, AWS",
  },
  "runtime:aws:throttled": {
    text: "The stage takes so many calls a second as its parameters say, and fewer streams of events.",
    source: "Promise, AWS",
  },
  "runtime:aws:well-known": {
    text: "Addresses below /.well-known reach the API on AWS, not the console's bucket.",
    source: "Promise, AWS",
  },
  "runtime:behind:web-servers": {
    text: "Behind nginx and Apache, with the configurations that we ship, calls, uploads, events, sign-ins and an agent's link work as without them.",
    source: "Promise, one machine",
  },
  "runtime:child:again": {
    text: "A program that we keep running is started again when it ends, after a pause that grows, and each end is logged.",
    source: "Reliability I3, H2",
  },
  "runtime:connections:forwarded": {
    text: "Requests for a link count for the address that a trusted proxy forwards, and for none that anyone else names.",
    source: "Reliability R4.6, L2",
  },
  "runtime:connections:refused-upgrades": {
    text: "A connection whose request for a link was refused is gone with its answer, however long its client leaves its own side open.",
    source: "Reliability R4.6",
  },
  "runtime:crash:import": {
    text: "An import of a configuration that a crash cut off is finished by importing once more, and makes nothing twice.",
    source: "Reliability H1",
  },
  "runtime:crash:points": {
    text: "A service that ends before or after any of its writes has done a call completely or not at all once it is started again, and leaves nothing behind that its user cannot delete.",
    source: "Reliability H1",
  },
  "runtime:crash:work": {
    text: "Work on the database host that was accepted is done once, whichever write the service is killed at.",
    source: "Reliability H1",
  },
  "runtime:data:checked": {
    text: "Another master key, a damaged database and an emptied one are noticed at the start, by a sentence that names the remedy; `npm run check-data` looks through a data folder.",
    source: "Reliability C1, H5; Promise, one machine",
  },
  "runtime:data:locked": {
    text: "While another program has locked the store's file, calls with known keys go on, and writes wait for it, then succeed or say so.",
    source: "Reliability D1; Promise, one machine",
  },
  "runtime:data:of-releases": {
    text: "A start on the data folder of an earlier release reads everything back, opens what is sealed, and goes on.",
    source: "Promise, upgrades",
  },
  "runtime:demo:backups": {
    text: "After npm start the location demo is there: a backup is sent to it in either layout, and a file of it restored and read.",
    source: "Promise, offsite backups",
  },
  "runtime:demo:curl-lines": {
    text: "The three curl lines that npm start prints work as pasted.",
    source: "Promise, start",
  },
  "runtime:demo:key-replaced": {
    text: "Each start of a demo deletes the previous demo key, and so does the first start with FMS_URL on a folder of a version that didn't record kinds.",
    source: "Promise, start",
  },
  "runtime:demo:marked": {
    text: "A demo says that it is a demo server: at its start, in readyz, in GET /svc/api/info, on the status page, in the console's frame and at its sign-in.",
    source: "Promise, CWE-1392",
  },
  "runtime:demo:nothing-secret": {
    text: "With FMS_URL set, nothing secret is printed at the start.",
    source: "Promise, start",
  },
  "runtime:demo:own-folder": {
    text: "Without DATA_DIR, a demo has a data folder of its own, .latchkey-demo.",
    source: "Promise, CWE-1188",
  },
  "runtime:demo:this-machine": {
    text: "A demo is refused with settings of a FileMaker Server, and with an address that other machines reach.",
    source: "Promise, CWE-1392",
  },
  "runtime:memory:young-objects": {
    text: "Nothing that the program makes is taken for long-lived before it has lived long: V8 is kept from deciding that of whole places in the program.",
    source: "Promise, throughput",
  },
  "runtime:refuses:missing-master-key": {
    text: "A missing master key while the data holds sealed items ends the start, and nothing is created.",
    source: "Promise, start",
  },
  "runtime:refuses:missing-server": {
    text: "Without FMS_URL, the systemd unit and latchkey refuse to start: only npm start in a checkout and latchkey demo start the sandbox.",
    source: "Promise, CWE-636",
  },
  "runtime:refuses:misspelled-setting": {
    text: "An unknown setting that is one typo away from a known one ends the start with both names. Variables of other programs don't.",
    source: "Promise, CWE-636",
  },
  "runtime:refuses:open-without-tls": {
    text: "Listening beyond loopback without TLS and without trusted proxies ends the start.",
    source: "Promise, start",
  },
  "runtime:refuses:other-kind": {
    text: "A data folder belongs to a demo or to a server from its first start on, and the other kind of start is refused before anything in it changes. One without a record takes the kind of its next start, but never becomes a demo's if it holds what an installation has.",
    source: "Promise, CWE-1188",
  },
  "runtime:refuses:wrong-setting": {
    text: "A wrong setting ends the start with one clear sentence that names it.",
    source: "Promise, settings",
  },
  "runtime:release:archive": {
    text: "An archive of a release starts on a machine that has neither Node nor npm, and serves console, API and proxies.",
    source: "Promise, releases",
  },
  "runtime:release:bill": {
    text: "A release says what it is made of, in CycloneDX: every package that its archive holds, and its Node.",
    source: "Promise, releases",
  },
  "runtime:release:bundled": {
    text: "What an archive starts is bundled: service, agent and stand-in are a few files each, and every function is loaded from them by its first call.",
    source: "Promise, releases",
  },
  "runtime:release:upgrade": {
    text: "By the steps that the guide gives, a newer version takes over the data of the one before, and the one before takes its own back.",
    source: "Promise, releases",
  },
  "runtime:root:address": {
    text: "A call of FileMaker's APIs at the root, where they are not served, is answered 404 in that API's shape with the right address.",
    source: "Promise, runtime",
  },
  "runtime:root:served": {
    text: "With SERVE_FMI_AT_ROOT FileMaker's APIs answer at /fmi/ as below the prefix, and the addresses in their answers lead there.",
    source: "Promise, runtime",
  },
  "runtime:settings:admin-url": {
    text: "FMS_ADMIN_URL is where the Admin API is asked, and is FMS_URL unless set.",
    source: "Promise, settings",
  },
  "runtime:settings:base-url": {
    text: "BASE_URL is the address under which callers know the service, and rewritten addresses begin with it.",
    source: "Promise, settings",
  },
  "runtime:settings:ca-file": {
    text: "FMS_CA_FILE names the certificates that the server's own is checked against.",
    source: "Promise, settings",
  },
  "runtime:settings:data-dir": {
    text: "DATA_DIR holds the data, .latchkey unless set.",
    source: "Promise, settings",
  },
  "runtime:settings:documented": {
    text: "Every setting is listed in docs/reference/configuration.md, and no other.",
    source: "Promise, settings",
  },
  "runtime:settings:fms-url": {
    text: "FMS_URL is the server that is served.",
    source: "Promise, settings",
  },
  "runtime:settings:host": {
    text: "HOST is the address that is listened on, 127.0.0.1 unless set.",
    source: "Promise, settings",
  },
  "runtime:settings:loopback-url": {
    text: "FMS_LOOPBACK_URL is the loopback address of PREVENT_DAPI_CALLOUT, https://127.0.0.1 unless set.",
    source: "Promise, settings",
  },
  "runtime:settings:master-key-file": {
    text: "MASTER_KEY_FILE is where the master key lies, outside of DATA_DIR; unless set, it is DATA_DIR with .key behind it.",
    source: "Promise, settings",
  },
  "runtime:settings:port": {
    text: "PORT is the port that is listened on, 3400 unless set, and 0 picks a free one.",
    source: "Promise, settings",
  },
  "runtime:settings:prefix": {
    text: "SERVICE_PREFIX replaces svc in every path.",
    source: "Promise, settings",
  },
  "runtime:settings:prefix-aliases": {
    text: "SERVICE_PREFIX_ALIASES serves the same paths under other names.",
    source: "Promise, settings",
  },
  "runtime:settings:tls": {
    text: "With TLS_CERT_FILE and TLS_KEY_FILE the service speaks https.",
    source: "Promise, settings",
  },
  "runtime:settings:tls-only": {
    text: "Where the service speaks https itself every answer has browsers ask this host by https alone, for a year.",
    source: "Promise, OWASP ASVS",
  },
  "runtime:settings:trusted-proxies": {
    text: "TRUSTED_PROXIES names the peers whose forwarding headers are believed.",
    source: "Promise, settings; Security L2",
  },
  "runtime:start:light": {
    text: "Functions are loaded by their first call: libraries that only MCP or OAuth need take no part in a start.",
    source: "Promise, one machine",
  },
  "runtime:start:many-keys": {
    text: "What a start looks through, however many keys there are, holds up no call: between two pages others have their turn.",
    source: "Promise, scale",
  },
  "runtime:start:one-port": {
    text: "npm start serves everything on one port.",
    source: "Promise, start",
  },
  "runtime:start:ready-line": {
    text: "The ready line is printed only when a request would succeed.",
    source: "Promise, start",
  },
  "runtime:start:sandbox": {
    text: "npm start in a checkout without FMS_URL starts and serves the sandbox.",
    source: "Promise, start",
  },
  "runtime:stop:exits": {
    text: "SIGTERM ends the process with exit code 0.",
    source: "Promise, stop",
  },
  "runtime:stop:finishes": {
    text: "After SIGTERM no new connection is accepted and calls under way are finished.",
    source: "Promise, stop",
  },
  "runtime:stop:starter": {
    text: "Started by npm, it stops when the shell between them is gone: npm's signals end there.",
    source: "Reliability H3",
  },
  "runtime:unit:least-rights": {
    text: "The systemd unit gives Latchkey an account of its own and two folders to write in, closed to others.",
    source: "Promise, one machine",
  },
  "runtime:unit:start": {
    text: "The systemd unit starts Latchkey by the words of npm start, except that it never starts a demo, with the machine and whenever it has ended.",
    source: "Promise, one machine",
  },
} as const satisfies RequirementList;
