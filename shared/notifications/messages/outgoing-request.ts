import type { NotifiedEvent } from "../events/contract.ts";
import type { ShownTarget } from "../targets/contract.ts";
import { discordBody } from "./discord.ts";
import { mailText } from "./mail.ts";
import { messageOf } from "./message.ts";
import { slackBody } from "./slack.ts";
import { teamsBody } from "./teams.ts";

/** Request to a destination as stored and shown, without secrets. */
export interface OutgoingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly [string, string][];
  readonly body: string;
}

/** Returns an event in the format of a destination. It is created once and is the same in every attempt. */
export function outgoingRequest(target: ShownTarget, notified: NotifiedEvent, repeatsBefore: number): OutgoingRequest {
  const message = messageOf(notified, repeatsBefore);
  switch (target.type) {
    case "slack":
      return posted(target.channelUrl, slackBody(message));
    case "discord":
      return posted(target.channelUrl, discordBody(message));
    case "teams":
      return posted(target.workflowUrl, teamsBody(message));
    case "webhook":
      return posted(target.webhookUrl, notified);
    case "email": {
      const { subject, text } = mailText(message);
      const headers: [string, string][] = [
        ["From", target.from],
        ["To", target.to.join(", ")],
        ["Subject", subject],
      ];
      return { method: "MAIL", target: `smtp://${target.host}:${target.port}`, headers, body: text };
    }
  }
}

function posted(target: string, body: object): OutgoingRequest {
  return {
    method: "POST",
    target,
    headers: [["Content-Type", "application/json"]],
    body: JSON.stringify(body),
  };
}
