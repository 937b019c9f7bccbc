import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { reading } from "../../api/query.ts";
import { messages } from "../../messages/messages.ts";
import { Sentence } from "../../ui/feedback/sentence.tsx";

const againMs = 30_000;

/** Problem with FileMaker Server, shown before a sign-in attempt, with the way to sign in while the server can't check accounts. */
export function ServerTrouble() {
  const { data } = useQuery({ ...reading("GET /svc/api/info", {}), refetchInterval: againMs });
  const { trouble = null, parts } = data?.FileMakerServer ?? {};
  if (trouble === null) return null;
  return (
    <div role="status" className="mb-5 flex items-start gap-2 rounded-md bg-bad-surface p-3 text-bad text-sm">
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <p>
        {trouble} {parts?.adminApi !== "running" && <Sentence text={messages.sessions.serverDown} />}
      </p>
    </div>
  );
}
