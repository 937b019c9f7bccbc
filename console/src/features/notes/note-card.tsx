import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { HoverCard } from "../../ui/hover-card.tsx";
import { Moment } from "../../ui/moment.tsx";
import { reasonOf } from "../../ui/reason-of.ts";
import { noteWords } from "../../words/notes.ts";
import { words } from "../../words/words.ts";
import { fileNote } from "./file-note.ts";

/** A file's name, and its note's beginning for those who rest on it. */
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
            {noteWords.written} <Moment at={note.updatedAt} />
          </p>
        </>
      )}
      {note === undefined && <p className="mt-1 text-muted">{error ? reasonOf(error) : words.states.loading}</p>}
      {note === null && <p className="mt-1 text-muted">{noteWords.emptyTitle}</p>}
    </>
  );
}
