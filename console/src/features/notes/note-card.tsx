import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { noteMessages } from "../../messages/english/notes.ts";
import { messages } from "../../messages/messages.ts";
import { reasonOf } from "../../ui/feedback/reason-of.ts";
import { HoverCard } from "../../ui/layout/hover-card.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { fileNote } from "./file-note.ts";

/** Name of a file, with the start of its note on hover. */
export function NoteCard({ filename, link }: { readonly filename: string; readonly link: ReactElement }) {
  return (
    <HoverCard link={link}>
      <Excerpt filename={filename} />
    </HoverCard>
  );
}

function Excerpt({ filename }: { readonly filename: string }) {
  const { data: note, error } = useQuery({ ...fileNote(filename), staleTime: 60_000 });
  return (
    <>
      <p className="font-semibold">{filename}</p>
      {note && (
        <>
          <p className="mt-1 line-clamp-6 break-words">{note.excerpt}</p>
          <p className="mt-2 text-muted">
            {noteMessages.written} <Moment at={note.updatedAt} />
          </p>
        </>
      )}
      {note === undefined && <p className="mt-1 text-muted">{error ? reasonOf(error) : messages.states.loading}</p>}
      {note === null && <p className="mt-1 text-muted">{noteMessages.emptyTitle}</p>}
    </>
  );
}
