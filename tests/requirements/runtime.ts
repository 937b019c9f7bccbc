import type { RequirementList } from "./requirement.ts";

/** Starting and stopping on one machine. */
export const runtime = {
  "runtime:aws:adapters": {
    text: "Every test that starts the service also runs on the AWS adapters, unless it is about one machine only.",
    source: "Promise, AWS",
  },
  "runtime:aws:adopted": {
    text: "A new stack can adopt the table, the keys, and the bucket that another stack left behind.",
    source: "Promise, AWS",
  },
  "runtime:aws:alarms": {
    text: "If a topic is configured, it is notified of dead letters, waiting work, our own failures, crashed, throttled or too many functions, unavailable AWS services, failing sweeps, rejected sign-ins, and failures at the edge.",
    source: "Promise, AWS",
  },
  "runtime:aws:alias": {
    text: "On AWS, the API has a second address, by default that of OttoFMS, and answers with addresses below the called one.",
    source: "Promise, moving from OttoFMS",
  },
  "runtime:aws:answer-size": {
    text: "A response that Lambda would cut at 200 MB is refused with answer_too_large if its length is known, and otherwise broken off, never ended.",
    source: "Promise, AWS; R4.5",
  },
  "runtime:aws:answer-time": {
    text: "A request that FileMaker Server doesn't answer ends with our own 504 before CloudFront times out.",
    source: "Reliability U3",
  },
  "runtime:aws:callers-named": {
    text: "A service of AWS can run a function only for this stack's own APIs, schedules, and log group.",
    source: "Promise, AWS",
  },
  "runtime:aws:challenges": {
    text: "A challenge has its proper name behind API Gateway, which renames it, for every status.",
    source: "Promise, AWS",
  },
  "runtime:aws:compression": {
    text: "On AWS, CloudFront compresses the console; the API gets the caller's Accept-Encoding unchanged, and nothing on the way compresses its responses.",
    source: "Promise, AWS",
  },
  "runtime:aws:connections-limited": {
    text: "New agent connections are limited before a function runs for them, and frames of connected agents aren't.",
    source: "Promise, AWS",
  },
  "runtime:aws:console-unknown": {
    text: "A path that is neither the API's nor a file of the console gets a page with status 404.",
    source: "Promise, AWS",
  },
  "runtime:aws:deploys": {
    text: "CloudFormation creates the packaged stack in an empty account. A deployment that fails leaves nothing that costs money, and can be repeated.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-busy": {
    text: "npm run dev:aws also starts on a machine that is so busy that functions time out while they load.",
    source: "Promise, guide to emulators",
  },
  "runtime:aws:dev-edge": {
    text: "npm run dev:aws applies the limits and changes of CloudFront, API Gateway and Lambda to each call, with the settings of the stack's distribution.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-emulators": {
    text: "Under npm run dev:aws, queues and tables have the settings of the stack: visibility timeout, retention, redrive, time to live, deletion protection.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-key": {
    text: "npm run dev:aws serves the packaged functions on emulators: a key created there reads a record.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-loop": {
    text: "Under npm run dev:aws, a function that sends messages to its own queue is stopped after 16 invocations, as on AWS, unless the stack allows the loop.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-parallel": {
    text: "Under npm run dev:aws, a queue's function gets several batches at a time, up to its maximum concurrency.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-queue": {
    text: "Under npm run dev:aws, a function with a queue receives its messages, and messages that it returns stay in the queue.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-reload": {
    text: "Under npm run dev:aws, a source change is served without a restart.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-stop": {
    text: "npm run dev:aws leaves no process behind.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-usage": {
    text: "Under npm run dev:aws, log lines are sent to the function that counts them, like the stack's subscription does: GET /svc/api/usage includes the requests.",
    source: "Promise, AWS",
  },
  "runtime:aws:dev-walk": {
    text: "npm run dev:aws carries every main feature, with an agent linked from the start: key, proxied request, build, download, deployment, webhook, trigger, MCP server with OAuth, and offsite backup.",
    source: "Promise, AWS",
  },
  "runtime:aws:differences": {
    text: "Differences between AWS and one machine are listed with their reasons, and nothing else differs.",
    source: "Promise, AWS",
  },
  "runtime:aws:encrypted-transport": {
    text: "The buckets reject requests with less than TLS 1.2, and so does a distribution with a domain of its own.",
    source: "Promise, AWS",
  },
  "runtime:aws:errors-uncached": {
    text: "CloudFront never serves a rejection or failure to another caller.",
    source: "Promise, AWS",
  },
  "runtime:aws:failed-first": {
    text: "A first deployment that fails leaves nothing that costs money, and the next deployment continues without manual work. The table is protected from deletion after a successful deployment.",
    source: "Promise, AWS",
  },
  "runtime:aws:failures-counted": {
    text: "A 500 from FileMaker Server raises no alarm; a failure of our own does.",
    source: "Promise, AWS",
  },
  "runtime:aws:frozen": {
    text: "An invocation ends only after all work that its response didn't wait for; work of more than three seconds continues with the next invocation, except in functions declared to work after their response.",
    source: "Promise, AWS",
  },
  "runtime:aws:gateway-refusals": {
    text: "Rejections by API Gateway itself, including throttling, have the API's error format and a number from the catalog.",
    source: "Promise, AWS",
  },
  "runtime:aws:no-keys-without-credential": {
    text: "On AWS, no function with operations that need no credential can create, change or delete keys.",
    source: "Promise, AWS",
  },
  "runtime:aws:offline": {
    text: "npx serverless offline starts everything that npm run dev:aws starts, serves the same requests, leaves nothing behind, and ends if it can't start.",
    source: "Promise, AWS",
  },
  "runtime:aws:own-network": {
    text: "If subnets and security groups are configured, the functions call from there, and their own code can't change network interfaces.",
    source: "Promise, AWS",
  },
  "runtime:aws:parameters": {
    text: "Deployment parameters are kept for the next deployment, and an omitted one isn't reset to its default.",
    source: "Promise, AWS",
  },
  "runtime:aws:reads-by-purpose": {
    text: "On AWS, each function can read only the partitions of the table and its index that it needs; none can read the whole table.",
    source: "Promise, AWS",
  },
  "runtime:aws:region-in-names": {
    text: "A stage in a second region of the same account can be deployed next to the first: globally unique names contain the region.",
    source: "Promise, AWS",
  },
  "runtime:aws:replicable-key": {
    text: "The stack's KMS key can be replicated to another region, and can have been replicated from one.",
    source: "Promise, AWS",
  },
  "runtime:aws:restored": {
    text: "A restored table is copied over the one in use: counters never go back, expired items are skipped, and a late write is rejected.",
    source: "Promise, AWS",
  },
  "runtime:aws:runbooks": {
    text: "Every alarm has a runbook, and every runbook an alarm.",
    source: "Promise, AWS",
  },
  "runtime:aws:secrets-by-purpose": {
    text: "On AWS, each function gets data keys only for the kinds of secrets that it encrypts and decrypts; data encrypted before kinds existed can still be decrypted.",
    source: "Promise, AWS; Security C1",
  },
  "runtime:aws:smoke": {
    text: "One command deploys a separate stack, tests key, request, challenge, empty find, agent, and job, updates it, tests again, and removes it; the same steps run on the emulators.",
    source: "Promise, AWS",
  },
  "runtime:aws:stale-reads": {
    text: "With reads that are two seconds stale, a deleted key stops working within 10 seconds, and no session is logged in twice.",
    source: "Reliability D4",
  },
  "runtime:aws:stream-time": {
    text: "An event stream on AWS ends after a minute, because the service can't notice there that its client has left; the client reconnects automatically.",
    source: "Promise, AWS",
  },
  "runtime:aws:streaming": {
    text: "A streamed response has its head even without a body; it applies backpressure, and never looks complete after an abort.",
    source: "Promise, AWS; R4.5",
  },
  "runtime:aws:thawed": {
    text: "An instance that was frozen between two requests never sends the second one on a connection that died meanwhile.",
    source: "Promise, AWS",
  },
  "runtime:aws:throttled": {
    text: "The stage allows the requests per second of its parameters, and fewer event streams.",
    source: "Promise, AWS",
  },
  "runtime:aws:updates": {
    text: "CloudFormation updates a stack with another package and other parameters, and keeps the table, the key and the stored objects. An update that fails restores the stack.",
    source: "Promise, AWS",
  },
  "runtime:aws:validated": {
    text: "One command lets CloudFormation validate the templates and plan the deployment, without executing it, and leaves nothing behind.",
    source: "Promise, AWS",
  },
  "runtime:aws:well-known": {
    text: "Paths below /.well-known reach the API on AWS, not the console's bucket.",
    source: "Promise, AWS",
  },
  "runtime:aws:work-alone": {
    text: "On AWS, a job or an attempt shares its instance, memory and time with no other, and at most 20 of each run at a time.",
    source: "Promise, reliability",
  },
  "runtime:backup:command": {
    text: "`latchkey backup` copies the data folder while the service runs, without the master key unless asked, for this account only. `latchkey restore` refuses while the service runs, keeps the replaced data, sets the owner and modes that the service needs, and checks the result.",
    source: "Promise, one machine",
  },
  "runtime:behind:web-servers": {
    text: "Behind nginx and Apache with the configurations that we ship, requests, uploads, events, sign-ins, and an agent's link work as without them.",
    source: "Promise, one machine",
  },
  "runtime:child:again": {
    text: "A supervised program is restarted when it exits, with a growing delay, and each exit is logged.",
    source: "Reliability I3, H2",
  },
  "runtime:connections:forwarded": {
    text: "Link requests count for the address that a trusted proxy forwards, and for no address that anyone else names.",
    source: "Reliability R4.6, L2",
  },
  "runtime:connections:refused-upgrades": {
    text: "A connection whose link request was rejected is closed with its response, even if its client keeps its own side open.",
    source: "Reliability R4.6",
  },
  "runtime:crash:import": {
    text: "An import of a configuration that was interrupted by a crash is completed by importing again, and creates nothing twice.",
    source: "Reliability H1",
  },
  "runtime:crash:points": {
    text: "A service that crashes before or after any write has done a request completely or not at all after its restart, and leaves nothing that its user can't delete.",
    source: "Reliability H1",
  },
  "runtime:crash:work": {
    text: "An accepted task on the database host is done once, even if the service is killed at any write.",
    source: "Reliability H1",
  },
  "runtime:data:checked": {
    text: "A wrong master key, a damaged database, and an emptied one are detected at startup, with a message that names the remedy; `npm run check-data` checks a data folder.",
    source: "Reliability C1, H5; Promise, one machine",
  },
  "runtime:data:locked": {
    text: "While another program locks the store's file, requests with known keys continue, and writes wait for it, then succeed or say so.",
    source: "Reliability D1; Promise, one machine",
  },
  "runtime:data:of-releases": {
    text: "Starting on the data folder of an earlier release reads everything, decrypts what is encrypted, and continues.",
    source: "Promise, upgrades",
  },
  "runtime:demo:backups": {
    text: "After npm start, the demo location exists: a backup can be sent to it in either layout, and a file of it restored and read.",
    source: "Promise, offsite backups",
  },
  "runtime:demo:curl-lines": {
    text: "The three curl lines that npm start prints work as pasted.",
    source: "Promise, start",
  },
  "runtime:demo:key-replaced": {
    text: "Each start of a demo deletes the previous demo key, and so does the first start with FMS_URL on a folder of a version that didn't record its kind.",
    source: "Promise, start",
  },
  "runtime:demo:marked": {
    text: "A demo identifies itself as a demo server: at startup, in readyz, in GET /svc/api/info, on the status page, in the console's frame, and on its sign-in page.",
    source: "Promise, CWE-1392",
  },
  "runtime:demo:nothing-secret": {
    text: "With FMS_URL set, no secrets are printed at startup.",
    source: "Promise, start",
  },
  "runtime:demo:own-folder": {
    text: "Without DATA_DIR, a demo has a separate data folder, .latchkey-demo.",
    source: "Promise, CWE-1188",
  },
  "runtime:demo:this-machine": {
    text: "A demo is rejected with settings of a FileMaker Server, or with an address that other machines can reach.",
    source: "Promise, CWE-1392",
  },
  "runtime:health:command": {
    text: "`latchkey health` exits with 0 if the service responds, and with 1 if it doesn't; with --wait it waits for the start, and gives up as soon as the service has ended.",
    source: "Promise, one machine",
  },
  "runtime:idle:writes": {
    text: "An idle service with its agent writes at most 20 MB a day to the disk; the agent writes nothing.",
    source: "Promise, one machine",
  },
  "runtime:launcher:commands": {
    text: "`latchkey COMMAND` runs the program of each command with its arguments, and with the settings of the installed service.",
    source: "Promise, one machine",
  },
  "runtime:launcher:help": {
    text: "`latchkey help` lists all commands, and each explains itself with --help, which creates nothing; unknown commands and arguments exit with 2.",
    source: "Promise, one machine",
  },
  "runtime:log:errors-to-stderr": {
    text: "With LOG_ERRORS_TO_STDERR, as in the unit, every line of svc-error.log is also in the journal.",
    source: "Promise, one machine",
  },
  "runtime:memory:young-objects": {
    text: "Objects aren't promoted to long-lived memory too early: V8's pretenuring of allocation sites is disabled.",
    source: "Promise, throughput",
  },
  "runtime:refuses:foreign-files": {
    text: "A start on files of another account names the file, its owner and mode, and the command that fixes it.",
    source: "Promise, one machine",
  },
  "runtime:refuses:missing-master-key": {
    text: "If the master key is missing while the data contains encrypted items, the start fails, and nothing is created.",
    source: "Promise, start",
  },
  "runtime:refuses:missing-server": {
    text: "Without FMS_URL, the systemd unit and latchkey refuse to start: only npm start in a checkout and latchkey demo start the sandbox.",
    source: "Promise, CWE-636",
  },
  "runtime:refuses:misspelled-setting": {
    text: "An unknown setting that is one typo away from a known one fails the start with both names. Variables of other programs don't.",
    source: "Promise, CWE-636",
  },
  "runtime:refuses:open-without-tls": {
    text: "Listening beyond loopback without TLS and without trusted proxies fails the start.",
    source: "Promise, start",
  },
  "runtime:refuses:other-kind": {
    text: "A data folder belongs to a demo or to a server from its first start, and a start of the other kind is rejected before anything in it changes. A folder without a recorded kind takes the kind of its next start, but never becomes a demo's if it contains an installation.",
    source: "Promise, CWE-1188",
  },
  "runtime:refuses:wrong-setting": {
    text: "An invalid setting fails the start with one clear sentence that names it.",
    source: "Promise, settings",
  },
  "runtime:release:archive": {
    text: "A release archive starts on a machine without Node and npm, and serves the console, API, and proxies. It has no sources and no packages.",
    source: "Promise, releases",
  },
  "runtime:release:bill": {
    text: "A release includes a CycloneDX bill of materials: every package in its archive, and its Node version.",
    source: "Promise, releases",
  },
  "runtime:release:bundled": {
    text: "An archive runs bundled code: service, agent, and sandbox are a few files each, and every function is loaded from them on its first request.",
    source: "Promise, releases",
  },
  "runtime:release:install-script": {
    text: "The install script of a release installs this version after it has checked the signature, does nothing if its download was cut, and removes what it installed.",
    source: "Promise, releases",
  },
  "runtime:release:packages": {
    text: "A release has Debian packages of the service, the agent, and the Node that both use. They install, upgrade, and purge completely; an upgrade copies the data first.",
    source: "Promise, releases",
  },
  "runtime:release:repository": {
    text: "apt installs the packages of a release from static files, and only with the key that signed them. Earlier versions stay installable.",
    source: "Promise, releases",
  },
  "runtime:release:signed": {
    text: "A release is signed with the key that a file or a variable names. Without a key, it is unsigned and says so.",
    source: "Promise, releases",
  },
  "runtime:release:upgrade": {
    text: "Following the guide, a newer version takes over the data of the previous one, and the previous one can take its data back.",
    source: "Promise, releases",
  },
  "runtime:root:address": {
    text: "A request to FileMaker's APIs at the root, where they aren't served, returns 404 in that API's format with the right address.",
    source: "Promise, runtime",
  },
  "runtime:root:served": {
    text: "With SERVE_FMI_AT_ROOT, FileMaker's APIs are served at /fmi/ as below the prefix, and URLs in their responses point there.",
    source: "Promise, runtime",
  },
  "runtime:settings:admin-url": {
    text: "FMS_ADMIN_URL is the address of the Admin API. Default: FMS_URL.",
    source: "Promise, settings",
  },
  "runtime:settings:base-url": {
    text: "BASE_URL is the address under which callers know the service, and rewritten URLs start with it.",
    source: "Promise, settings",
  },
  "runtime:settings:ca-file": {
    text: "FMS_CA_FILE names the certificates that the server's own is checked against.",
    source: "Promise, settings",
  },
  "runtime:settings:called-host": {
    text: "Without BASE_URL, the log names each host that callers use instead of the own address.",
    source: "Promise, compatibility",
  },
  "runtime:settings:data-dir": {
    text: "DATA_DIR is the data folder. Default: .latchkey.",
    source: "Promise, settings",
  },
  "runtime:settings:documented": {
    text: "Every setting is listed in docs/reference/configuration.md, and no other.",
    source: "Promise, settings",
  },
  "runtime:settings:fms-url": {
    text: "FMS_URL is the server behind the service.",
    source: "Promise, settings",
  },
  "runtime:settings:host": {
    text: "HOST is the address to listen on. Default: 127.0.0.1.",
    source: "Promise, settings",
  },
  "runtime:settings:loopback-url": {
    text: "FMS_LOOPBACK_URL is the loopback address for PREVENT_DAPI_CALLOUT. Default: https://127.0.0.1.",
    source: "Promise, settings",
  },
  "runtime:settings:master-key-file": {
    text: "MASTER_KEY_FILE is the path of the master key, outside of DATA_DIR. Default: DATA_DIR with .key appended.",
    source: "Promise, settings",
  },
  "runtime:settings:of-otto": {
    text: "The start names settings of OttoFMS that have no effect.",
    source: "Promise, compatibility",
  },
  "runtime:settings:port": {
    text: "PORT is the port to listen on. Default: 3400; 0 picks a free one.",
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
    text: "With TLS_CERT_FILE and TLS_KEY_FILE, the service uses https.",
    source: "Promise, settings",
  },
  "runtime:settings:tls-only": {
    text: "If the service itself uses https, every response tells browsers to use only https for this host, for a year.",
    source: "Promise, OWASP ASVS",
  },
  "runtime:settings:trusted-proxies": {
    text: "TRUSTED_PROXIES names the peers whose forwarding headers are trusted.",
    source: "Promise, settings; Security L2",
  },
  "runtime:start:light": {
    text: "Functions are loaded on their first request: libraries that only MCP or OAuth need aren't loaded at startup.",
    source: "Promise, one machine",
  },
  "runtime:start:many-keys": {
    text: "Startup scans block no requests, for any number of keys: other work gets its turn between two pages.",
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
    text: "After SIGTERM, no new connection is accepted and running requests are finished.",
    source: "Promise, stop",
  },
  "runtime:stop:starter": {
    text: "When started by npm, the service stops when the shell between them is gone, because npm's signals end there.",
    source: "Reliability H3",
  },
  "runtime:tls:distrust": {
    text: "If FileMaker Server's certificate isn't trusted, the error of each call says so, with the reason and what to do.",
    source: "Promise, one machine",
  },
  "runtime:tls:pinned": {
    text: "With FMS_CERT_SHA256, service and agent accept this certificate of FileMaker Server, whatever its authority, name and expiry, and no other.",
    source: "Promise, one machine",
  },
  "runtime:unit:failed-start": {
    text: "A start by systemd succeeds once the service responds. It fails at once if the service ends, and isn't repeated if settings are wrong.",
    source: "Promise, one machine",
  },
  "runtime:unit:least-rights": {
    text: "The systemd unit runs Latchkey under its own account with two writable folders that are closed to others.",
    source: "Promise, one machine",
  },
  "runtime:unit:start": {
    text: "The systemd unit starts Latchkey with the command of npm start, except that it never starts a demo, at boot and after every exit.",
    source: "Promise, one machine",
  },
  "runtime:update:formats": {
    text: "Two successive releases share a table: each reads every record that the other writes.",
    source: "Promise, upgrades",
  },
  "runtime:update:kept": {
    text: "A release that changes a record of the next release keeps its version and the fields that it doesn't know.",
    source: "Promise, upgrades",
  },
  "runtime:windows:installer": {
    text: "The Windows installer installs the files of the zip, and registers the service, which it stops for an upgrade and deletes with an uninstallation.",
    source: "Promise, releases",
  },
  "runtime:windows:service": {
    text: "A Windows service starts the program with the machine, waits for its first response, restarts it when it ends, and stops when its settings are wrong.",
    source: "Promise, releases",
  },
} as const satisfies RequirementList;
