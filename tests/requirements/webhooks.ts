import type { RequirementList } from "./requirement.ts";

export const webhooks = {
  "webhooks:callout:prevented": {
    text: "With PREVENT_DAPI_CALLOUT there are no callouts for webhooks.",
    source: 'Specification, "Authentication", rule 6',
    planned: "webhooks",
  },
  "webhooks:console:page": {
    text: "The console has a page for webhooks.",
    source: 'Specification, "What the service does", point 1',
    planned: "webhooks",
  },
  "webhooks:content-type:json-suffix": {
    text: "A webhook takes any content type that ends in +json.",
    source: 'Specification, "Resources", Webhook',
    planned: "webhooks",
  },
  "webhooks:delete:unregisters": {
    text: "DELETE /svc/api/webhooks/{id} unregisters the webhook.",
    source: 'Specification, "Endpoints", DELETE /svc/api/webhooks/{id}; Specification, "Events", rule 3',
    planned: "webhooks",
  },
  "webhooks:get:by-id": {
    text: "GET /svc/api/webhooks/{id} answers with the envelope and that webhook.",
    source: 'Specification, "Endpoints", GET /svc/api/webhooks/{id}; Specification, "Events", rule 3',
    planned: "webhooks",
  },
  "webhooks:headers:method": {
    text: "A webhook that is registered to include headers passes the method of the request as X-Method.",
    source: 'Specification, "Resources", Webhook',
    planned: "webhooks",
  },
  "webhooks:id:range": {
    text: "A webhook's id is an integer greater than 0 and at most 9007199254740991.",
    source: 'Specification, "Resources", Webhook; Specification, "Limits", webhook id',
    planned: "webhooks",
  },
  "webhooks:list:ids": {
    text: "The list of webhooks gives the id of each.",
    source: 'Specification, "Endpoints", GET /webhooks',
    planned: "webhooks",
  },
  "webhooks:methods:patch-delete": {
    text: "A webhook takes PATCH and DELETE requests.",
    source: 'Specification, "Resources", Webhook; Specification, "Versioning", 4.12.0',
    planned: "webhooks",
  },
  "webhooks:refresh:failed": {
    text: "A failure to refresh the data token answers a webhook call with a specific error.",
    source: 'Specification, "Errors", rule 3',
    planned: "webhooks",
  },
  "webhooks:register:inbound": {
    text: "An inbound webhook is registered through an endpoint.",
    source: 'Specification, "Events", rule 3',
    planned: "webhooks",
  },
  "webhooks:state:none": {
    text: "A webhook has no states.",
    source: 'Specification, "States and transitions"',
    planned: "webhooks",
  },
} as const satisfies RequirementList;
