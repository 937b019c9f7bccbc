import type { RequirementList } from "./requirement.ts";

export const webhooks = {
  "webhooks:callout:prevented": {
    text: "With PREVENT_DAPI_CALLOUT there are no callouts for webhooks.",
    source: 'Specification, "Authentication", rule 6',
  },
  "webhooks:check:points": {
    text: "A check says what a file lacks to receive events, and what to add.",
    source: "Promise, webhooks",
  },
  "webhooks:console:deliveries": {
    text: "The console shows deliveries with request and answer, and replays one, a choice, or all that failed.",
    source: "Promise, webhooks",
  },
  "webhooks:console:home": {
    text: "Home names failed deliveries and what was switched off, each with the way there.",
    source: "Promise, webhooks",
  },
  "webhooks:console:page": {
    text: "The console has a page for webhooks.",
    source: 'Specification, "What the service does", point 1',
  },
  "webhooks:console:register": {
    text: "The console registers a webhook in one dialog that says what its file lacks, and sends a test event.",
    source: "Promise, webhooks",
  },
  "webhooks:content-type:json-suffix": {
    text: "A webhook takes any content type that ends in +json.",
    source: 'Specification, "Resources", Webhook',
  },
  "webhooks:content-type:text": {
    text: "A webhook takes forms, text and XML as they are, and refuses what is no text.",
    source: "Promise, webhooks",
  },
  "webhooks:counters:counted": {
    text: "A webhook counts its events and their bytes, and says what became of the newest.",
    source: "Promise, webhooks",
  },
  "webhooks:delete:unregisters": {
    text: "DELETE /svc/api/webhooks/{id} unregisters the webhook.",
    source: 'Specification, "Endpoints", DELETE /svc/api/webhooks/{id}; Specification, "Events", rule 3',
  },
  "webhooks:delivery:body-kept": {
    text: "A large body is kept as long as its delivery, and no longer.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:cancel": {
    text: "A pending delivery is cancelled, one at its end is not.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:killed": {
    text: "An event that was answered with success survives a service that is killed at any write, and arrives under its id.",
    source: "Reliability W2, H1",
  },
  "webhooks:delivery:list": {
    text: "Deliveries are listed by webhook, state, time and text, newest first and page by page.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:lost-answer": {
    text: "A record whose making was not confirmed is found again, and not made twice.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:masked": {
    text: "A delivery shows request and answers, and no secret of a header.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:messages": {
    text: "Messages about deliveries may come doubled, in any order, late or never: each delivery is made once.",
    source: "Reliability Q1, Q2, Q4, D1",
  },
  "webhooks:delivery:noted-late": {
    text: "An attempt whose end the store does not take is noted once it does, and not made again.",
    source: "Reliability H4, H5, D1",
  },
  "webhooks:delivery:order": {
    text: "Deliveries of an ordered webhook arrive in the order in which they came, one at a time.",
    source: "Reliability W4",
  },
  "webhooks:delivery:poison": {
    text: "A delivery that fails for good is set aside where it is seen, and those behind it go on.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:queued": {
    text: "An event that comes while FileMaker Server is away is accepted, kept over a restart and delivered after its return.",
    source: "Reliability W4",
  },
  "webhooks:delivery:refuse": {
    text: "A webhook that is set to refuse answers an error while FileMaker Server is away.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:replay": {
    text: "A delivery, a choice of them, or all failed ones since a moment are delivered again under their ids.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:schedule": {
    text: "A failed delivery is tried again by the schedule of R6.5.",
    source: "Reliability R6.5",
  },
  "webhooks:delivery:summary": {
    text: "A summary says of several sources how many deliveries have failed and are pending, and how the newest ended.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:timed": {
    text: "What is tried again much later is tried at its time, also while the regular search finds nothing.",
    source: "Reliability R6.5",
  },
  "webhooks:duplicates:body": {
    text: "Equal bodies count as one event only where the webhook says so.",
    source: "Promise, webhooks",
  },
  "webhooks:duplicates:sender": {
    text: "An event that its sender sends again gets the first answer, is kept and shown, and not delivered.",
    source: "Reliability R6.6",
  },
  "webhooks:duplicates:unanswered": {
    text: "An event whose sender got no good answer is tried again as the same delivery.",
    source: "Promise, webhooks",
  },
  "webhooks:duplicates:unsigned-id": {
    text: "A recorded call doesn't become another event by another id, where the sender signs the body alone: equal bodies are one event, unless its sender tells them apart by a topic.",
    source: "Promise, webhooks",
  },
  "webhooks:files:container": {
    text: "The check of a file says whether it takes files, and a delivery says of a file which repetition it did not get into.",
    source: "Promise, webhooks",
  },
  "webhooks:files:continued": {
    text: "An event with files that breaks off between its calls goes on where it was: one record, each file once, one run of the script.",
    source: "Promise, webhooks",
  },
  "webhooks:files:form": {
    text: "The files of a form come into the container field of a record, its texts into the payload.",
    source: "Promise, webhooks",
  },
  "webhooks:files:large": {
    text: "A large file is stored and delivered as it comes, byte for byte.",
    source: "Promise, webhooks",
  },
  "webhooks:files:proof": {
    text: "Files are taken from those alone who prove who they are, and nothing is kept of what was refused.",
    source: "Promise, webhooks",
  },
  "webhooks:files:raw": {
    text: "A body that is a file comes into the container field under its name.",
    source: "Promise, webhooks",
  },
  "webhooks:files:refused": {
    text: "Files that are too large, and forms that cannot be read, are refused, and nothing of them is kept.",
    source: "Promise, webhooks",
  },
  "webhooks:files:repeated": {
    text: "Files that are sent again are recognized as events are.",
    source: "Promise, webhooks",
  },
  "webhooks:get:by-id": {
    text: "GET /svc/api/webhooks/{id} answers with the envelope and that webhook.",
    source: 'Specification, "Endpoints", GET /svc/api/webhooks/{id}; Specification, "Events", rule 3',
  },
  "webhooks:handshake:answered": {
    text: "Checks of an address by Slack, Microsoft Graph, Dropbox, Meta and WooCommerce are answered without FileMaker.",
    source: "Promise, webhooks",
  },
  "webhooks:headers:method": {
    text: "A webhook that is registered to include headers passes the method of the request as X-Method.",
    source: 'Specification, "Resources", Webhook',
  },
  "webhooks:id:range": {
    text: "A webhook's id is an integer greater than 0 and at most 9007199254740991.",
    source: 'Specification, "Resources", Webhook; Specification, "Limits", webhook id',
  },
  "webhooks:list:ids": {
    text: "The list of webhooks gives the id of each.",
    source: 'Specification, "Endpoints", GET /webhooks',
  },
  "webhooks:log:line": {
    text: "Each call leaves its line in the receiver's log, without a key.",
    source: "Promise, webhooks",
  },
  "webhooks:methods:patch-delete": {
    text: "A webhook takes PATCH and DELETE requests.",
    source: 'Specification, "Resources", Webhook; Specification, "Versioning", 4.12.0',
  },
  "webhooks:receive:accepted": {
    text: "A webhook may answer as soon as an event is stored, with the status that its sender takes as success.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:deadline": {
    text: "An answer that waits for the script comes at the webhook's deadline, and the script runs once.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:depth": {
    text: "An event whose JSON is nested deeper than 100 levels is refused before it is parsed.",
    source: "Security L1",
  },
  "webhooks:receive:gateway-limit": {
    text: "A body that the way to the service does not carry is refused with a hint how it comes otherwise.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:key": {
    text: "An event brings its key as bearer, in the query or in the path, and the key opens the file.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:large": {
    text: "Large and packed bodies are taken as they came, up to the webhook's limit.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:limits": {
    text: "A webhook refuses events that are too large, from other addresses than its own, or while it is off.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:own-answer": {
    text: "A script answers the sender itself, with nothing that does harm.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:result": {
    text: "An event becomes a record with its channel and payload, the script runs, and its result is the answer.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:undelivered": {
    text: "What FileMaker Server does not take is answered with the reason, and kept.",
    source: "Promise, webhooks",
  },
  "webhooks:refresh:failed": {
    text: "A failure to refresh the data token answers a webhook call with a specific error.",
    source: 'Specification, "Errors", rule 3',
  },
  "webhooks:register:automatic": {
    text: "A valid call of an unknown channel registers it, where the setting says so.",
    source: "Promise, webhooks",
  },
  "webhooks:register:bounded": {
    text: "Events of one key register at most 100 webhooks for a file, and the log says once that they have.",
    source: "Promise, webhooks",
  },
  "webhooks:register:inbound": {
    text: "An inbound webhook is registered through an endpoint.",
    source: 'Specification, "Events", rule 3',
  },
  "webhooks:register:once": {
    text: "A channel of a file is registered once, with and without .fmp12.",
    source: "Promise, webhooks",
  },
  "webhooks:secret:hidden": {
    text: "A secret that a sender puts into a header is in no answer, no search and no record, also of events that came before the header was named.",
    source: "Promise, webhooks",
  },
  "webhooks:secret:rotate": {
    text: "A webhook's secret is changed while the one before is taken for a time.",
    source: "Promise, webhooks",
  },
  "webhooks:secret:sealed": {
    text: "A webhook's secret is stored sealed, and shown only when it is made.",
    source: "Promise, webhooks",
  },
  "webhooks:state:none": {
    text: "A webhook has no states.",
    source: 'Specification, "States and transitions"',
  },
  "webhooks:test:event": {
    text: "An administrator sends a webhook a test event by a key, and learns what its sender would be answered.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:age": {
    text: "A signature that is too old, or of the future, is refused.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:general": {
    text: "A webhook verifies by a general HMAC or an equal token.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:senders": {
    text: "What real senders' libraries sign is accepted, and what anything else signs is refused and counted.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:strength": {
    text: "A webhook isn't set up so that its signature proves nothing: the body is signed, so is the time if there is one, and the secret can't be guessed.",
    source: "Promise, webhooks",
  },
} as const satisfies RequirementList;
