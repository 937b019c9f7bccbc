import type { RequirementList } from "./requirement.ts";

export const webhooks = {
  "webhooks:callout:prevented": {
    text: "With PREVENT_DAPI_CALLOUT, there are no callouts for webhooks.",
    source: 'Specification, "Authentication", rule 6',
  },
  "webhooks:check:points": {
    text: "A check lists what a file lacks to receive events, and what to add.",
    source: "Promise, webhooks",
  },
  "webhooks:console:deliveries": {
    text: "The console shows deliveries with request and response, and replays one, selected ones, or all failed ones.",
    source: "Promise, webhooks",
  },
  "webhooks:console:home": {
    text: "The home page lists failed deliveries and what was disabled, each with a link.",
    source: "Promise, webhooks",
  },
  "webhooks:console:page": {
    text: "The console has a webhooks page.",
    source: 'Specification, "What the service does", point 1',
  },
  "webhooks:console:register": {
    text: "The console registers a webhook in one dialog that lists what its file lacks, and sends a test event.",
    source: "Promise, webhooks",
  },
  "webhooks:console:rejected": {
    text: "A webhook's page lists requests to its address that were rejected, also with an unknown key, with the reason.",
    source: "Promise, webhooks",
  },
  "webhooks:content-type:both-forms": {
    text: "A sender can send forms in both encodings, and JSON, to either address of a webhook. Only files need the address for files.",
    source: "Promise, webhooks",
  },
  "webhooks:content-type:json-suffix": {
    text: "A webhook accepts any content type that ends in +json.",
    source: 'Specification, "Resources", Webhook',
  },
  "webhooks:content-type:text": {
    text: "A webhook accepts forms, text, and XML unchanged, and rejects bodies that aren't text.",
    source: "Promise, webhooks",
  },
  "webhooks:content:compared": {
    text: "An event that is accepted has the content that other parsers read in it: forms in both encodings, charsets, repeated names, JSON, and text.",
    source: "Promise, webhooks",
  },
  "webhooks:counters:counted": {
    text: "A webhook counts its events and their bytes, and shows the outcome of the latest one.",
    source: "Promise, webhooks",
  },
  "webhooks:counters:refused": {
    text: "Every rejected request of a registered webhook counts there, with its reason and time, and the log has the reason.",
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
    text: "A pending delivery can be canceled, a finished one can't.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:cost": {
    text: "An event costs few write units on AWS: its index isn't written when it is delivered, and large bodies are objects.",
    source: "Promise, AWS",
  },
  "webhooks:delivery:killed": {
    text: "An event acknowledged with success survives if the service is killed at any write, and is delivered under its id.",
    source: "Reliability W2, H1",
  },
  "webhooks:delivery:large-results": {
    text: "The result of an attempt is always recorded, however long the responses are: the oldest attempts are dropped first.",
    source: "Reliability D1, R6.5",
  },
  "webhooks:delivery:list": {
    text: "Deliveries can be listed by webhook, state, time, and text, newest first and in pages.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:lost-answer": {
    text: "A record whose creation wasn't confirmed is found again, and not created twice.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:masked": {
    text: "A delivery shows its request and responses, but no secret headers.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:messages": {
    text: "Messages about deliveries can arrive twice, in any order, late, or never: each delivery is made once.",
    source: "Reliability Q1, Q2, Q4, D1",
  },
  "webhooks:delivery:noted-late": {
    text: "An attempt whose result the store doesn't accept is recorded once it does, and isn't repeated.",
    source: "Reliability H4, H5, D1",
  },
  "webhooks:delivery:order": {
    text: "Deliveries of an ordered webhook are made one at a time, in the order of their events.",
    source: "Reliability W4",
  },
  "webhooks:delivery:packed": {
    text: "A small delivery is stored compressed, and every release reads what this one stores.",
    source: "Promise, AWS",
  },
  "webhooks:delivery:poison": {
    text: "A delivery that fails permanently is visibly set aside, and later ones continue.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:queued": {
    text: "An event that arrives while FileMaker Server is unavailable is accepted, kept over a restart, and delivered when the server is back.",
    source: "Reliability W4",
  },
  "webhooks:delivery:refuse": {
    text: "A webhook set to refuse returns an error while FileMaker Server is unavailable.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:replay": {
    text: "One delivery, selected ones, or all failed ones since a given time can be redelivered under their ids.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:schedule": {
    text: "A failed delivery is retried on the retry schedule.",
    source: "Reliability R6.5",
  },
  "webhooks:delivery:summary": {
    text: "A summary reports for several sources how many deliveries have failed and are pending, and the result of the latest ones.",
    source: "Promise, webhooks",
  },
  "webhooks:delivery:timed": {
    text: "A much later retry happens on time, even if the regular search finds nothing.",
    source: "Reliability R6.5",
  },
  "webhooks:duplicates:body": {
    text: "Equal bodies count as one event only if the webhook says so.",
    source: "Promise, webhooks",
  },
  "webhooks:duplicates:occurrence": {
    text: "Several events of one occurrence, such as two topics with one event id, are all delivered.",
    source: "Promise, webhooks",
  },
  "webhooks:duplicates:sender": {
    text: "An event that its sender repeats gets the first response, is stored and shown, and isn't delivered again.",
    source: "Reliability R6.6",
  },
  "webhooks:duplicates:unanswered": {
    text: "An event whose sender got no success response is retried as the same delivery.",
    source: "Promise, webhooks",
  },
  "webhooks:duplicates:unsigned-id": {
    text: "A recorded request can't become another event with another id if the sender signs only the body: equal bodies are one event, unless its sender distinguishes them by a topic.",
    source: "Promise, webhooks",
  },
  "webhooks:files:charset": {
    text: "Form texts and names are read in their charset and transfer encoding, and a text that doesn't fit its charset is rejected: no replacement character is ever stored.",
    source: "Promise, webhooks",
  },
  "webhooks:files:container": {
    text: "The file check says if the file accepts files, and a delivery lists the files that the container field had no repetition for.",
    source: "Promise, webhooks",
  },
  "webhooks:files:continued": {
    text: "An interrupted event with files continues where it stopped: one record, each file once, one script run.",
    source: "Promise, webhooks",
  },
  "webhooks:files:empty": {
    text: "A file input that was left empty, or a text part with a content type, takes no repetition of the container field.",
    source: "Promise, webhooks",
  },
  "webhooks:files:form": {
    text: "The files of a form are stored in the container field of a record, its texts in the payload.",
    source: "Promise, webhooks",
  },
  "webhooks:files:large": {
    text: "A large file is stored and delivered as a stream, byte for byte.",
    source: "Promise, webhooks",
  },
  "webhooks:files:proof": {
    text: "Files are only accepted from verified senders, and nothing is kept of what was rejected.",
    source: "Promise, webhooks",
  },
  "webhooks:files:raw": {
    text: "A body that is a file is stored in the container field under its name.",
    source: "Promise, webhooks",
  },
  "webhooks:files:refused": {
    text: "Files that are too large, and forms that can't be parsed, are rejected, and nothing of them is kept.",
    source: "Promise, webhooks",
  },
  "webhooks:files:repeated": {
    text: "Repeated files are recognized like repeated events.",
    source: "Promise, webhooks",
  },
  "webhooks:get:by-id": {
    text: "GET /svc/api/webhooks/{id} returns that webhook in the envelope.",
    source: 'Specification, "Endpoints", GET /svc/api/webhooks/{id}; Specification, "Events", rule 3',
  },
  "webhooks:handshake:answered": {
    text: "Endpoint checks by Slack, Microsoft Graph, Dropbox, Meta, and WooCommerce are answered without FileMaker.",
    source: "Promise, webhooks",
  },
  "webhooks:handshake:empty": {
    text: "A HEAD request, or a GET without a query for a webhook with signatures, checks the address: it gets 200, and no event comes of it.",
    source: "Promise, webhooks",
  },
  "webhooks:headers:method": {
    text: "A webhook registered to include headers passes the request's method as X-Method.",
    source: 'Specification, "Resources", Webhook',
  },
  "webhooks:id:range": {
    text: "A webhook's id is an integer greater than 0 and at most 9007199254740991.",
    source: 'Specification, "Resources", Webhook; Specification, "Limits", webhook id',
  },
  "webhooks:list:ids": {
    text: "The list of webhooks includes the id of each.",
    source: 'Specification, "Endpoints", GET /webhooks',
  },
  "webhooks:log:line": {
    text: "Each request writes a line to the receiver's log, without a key.",
    source: "Promise, webhooks",
  },
  "webhooks:methods:patch-delete": {
    text: "A webhook accepts PATCH and DELETE requests.",
    source: 'Specification, "Resources", Webhook; Specification, "Versioning", 4.12.0',
  },
  "webhooks:payload:as-sent": {
    text: "With includeRequestId off, a payload without headers and query is what was sent, byte for byte; webhooks that come from OttoFMS or that an event registers under its address have it off.",
    source: "Promise, compatibility",
  },
  "webhooks:receive:accepted": {
    text: "A webhook can respond as soon as an event is stored, with the status that its sender treats as success.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:accepted-empty": {
    text: "A webhook can accept events with an empty response: at once, for a late script, and for a repeated event.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:deadline": {
    text: "A response that waits for the script is sent at the webhook's deadline, and the script runs once.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:depth": {
    text: "An event whose JSON is nested deeper than 100 levels is rejected before it is parsed.",
    source: "Security L1",
  },
  "webhooks:receive:gateway-limit": {
    text: "A body that is too large for a gateway is rejected with a hint how to send it instead.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:key": {
    text: "An event carries its key as a bearer token, in the query, or in the path, and the key opens the file.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:large": {
    text: "Large and compressed bodies are accepted unchanged, up to the webhook's limit.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:limits": {
    text: "A webhook rejects events that are too large or from addresses that aren't allowed, and all events while it is off.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:own-answer": {
    text: "A script can set the response to the sender, without anything harmful.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:result": {
    text: "An event becomes a record with its channel and payload, the script runs, and its result is the response.",
    source: "Promise, webhooks",
  },
  "webhooks:receive:undelivered": {
    text: "An event that FileMaker Server doesn't accept is answered with the reason, and kept.",
    source: "Promise, webhooks",
  },
  "webhooks:refresh:failed": {
    text: "A failed refresh of the database token returns a specific error to a webhook request.",
    source: 'Specification, "Errors", rule 3',
  },
  "webhooks:register:automatic": {
    text: "A valid request for an unknown channel registers it, if the setting allows it.",
    source: "Promise, webhooks",
  },
  "webhooks:register:bounded": {
    text: "Events of one key can register at most 100 webhooks for a file, and the log says once that they have.",
    source: "Promise, webhooks",
  },
  "webhooks:register:inbound": {
    text: "An inbound webhook can be registered through an endpoint.",
    source: 'Specification, "Events", rule 3',
  },
  "webhooks:register:once": {
    text: "A channel of a file can be registered once, with and without .fmp12.",
    source: "Promise, webhooks",
  },
  "webhooks:secret:hidden": {
    text: "A secret that a sender puts into a header is in no response, no search, and no record, including events that arrived before the header was named.",
    source: "Promise, webhooks",
  },
  "webhooks:secret:rotate": {
    text: "A webhook's secret can be rotated; the previous one stays valid for a while.",
    source: "Promise, webhooks",
  },
  "webhooks:secret:sealed": {
    text: "A webhook's secret is stored encrypted, and shown only when it is created.",
    source: "Promise, webhooks",
  },
  "webhooks:senders:played": {
    text: "Senders that sign, encode, check and retry as their documentation says are accepted with a general HMAC or a scheme, and nothing else is; a signature that can't be verified is refused when the webhook is registered, with a sentence.",
    source: "Promise, webhooks",
  },
  "webhooks:senders:presets": {
    text: "Presets of senders have their signature, the responses that they require, and a test event with their field names.",
    source: "Promise, webhooks",
  },
  "webhooks:state:none": {
    text: "A webhook has no states.",
    source: 'Specification, "States and transitions"',
  },
  "webhooks:test:event": {
    text: "An administrator can send a webhook a test event with a key, and see what its sender would receive.",
    source: "Promise, webhooks",
  },
  "webhooks:values:repeated": {
    text: "Form fields, query parameters, and headers that are repeated keep all their values in order, and none is replaced by a name of Latchkey's.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:address": {
    text: "A signature over the address is checked against the address as it was sent, byte for byte and with its key, which is stored nowhere.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:age": {
    text: "A signature that is too old or in the future is rejected.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:general": {
    text: "A webhook can verify events with a general HMAC or an equal token.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:senders": {
    text: "Signatures of real senders' libraries are accepted, and any other signature is rejected and counted.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:strength": {
    text: "A webhook can't be set up so that its signature proves nothing: the body must be signed, the time too if there is one, and the secret must not be guessable.",
    source: "Promise, webhooks",
  },
  "webhooks:verify:times": {
    text: "A time of signing is read as a number, as an RFC 3339 time, or as an HTTP date, and a time that can't be read is called that.",
    source: "Promise, webhooks",
  },
} as const satisfies RequirementList;
