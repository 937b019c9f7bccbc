import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

interface StripProps<Mark> {
  readonly label: string;
  readonly marks: readonly Mark[];
  /** Width of a mark with its gap; `height` is the height of all marks. */
  readonly step: number;
  readonly height: number;
  readonly className?: string;
  readonly draw: (mark: Mark, x: number) => ReactNode;
  readonly onOpen?: ((mark: Mark) => void) | undefined;
}

interface StripMark {
  readonly id: string | number;
  readonly text: string;
}

/**
 * Marks in a row, newest on the right. If they are links, the strip has a single tab stop: arrow keys move between the marks, each of which
 * is announced and shown, and Enter opens it, like a press.
 */
export function Strip<Mark extends StripMark>({
  label,
  marks,
  step,
  height,
  className,
  draw,
  onOpen,
}: StripProps<Mark>) {
  const name = useId();
  const [at, setAt] = useState<number>();
  const last = marks.length - 1;
  const current = at === undefined ? undefined : marks[Math.min(at, last)];
  const size = { viewBox: `0 0 ${marks.length * step} ${height}`, className };
  const drawn = (mark: Mark, place: number) => (
    <>
      <title>{mark.text}</title>
      {draw(mark, place * step)}
    </>
  );
  if (onOpen === undefined)
    return (
      <svg role="img" aria-label={label} {...size}>
        {marks.map((mark, place) => (
          <g key={mark.id}>{drawn(mark, place)}</g>
        ))}
      </svg>
    );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && current !== undefined) onOpen(current);
    else {
      const next = { Home: 0, End: last, ArrowLeft: (at ?? last) - 1, ArrowRight: (at ?? last) + 1 }[event.key];
      if (next === undefined) return;
      setAt(Math.max(0, Math.min(last, next)));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="min-w-0">
      <div
        role="listbox"
        aria-label={label}
        aria-orientation="horizontal"
        aria-activedescendant={current && `${name}${current.id}`}
        tabIndex={0}
        className="w-fit max-w-full"
        onFocus={() => setAt(last)}
        onBlur={() => setAt(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg role="presentation" {...size}>
          {marks.map((mark, place) => (
            <g
              key={mark.id}
              id={`${name}${mark.id}`}
              role="option"
              aria-selected={mark === current}
              onClick={() => onOpen(mark)}
            >
              {drawn(mark, place)}
              <rect
                x={place * step}
                width={step - 2}
                height={height}
                className={mark === current ? "fill-transparent stroke-text" : "fill-transparent"}
              />
            </g>
          ))}
        </svg>
      </div>
      <p aria-hidden title={current?.text} className="h-5 truncate text-muted text-sm">
        {current?.text}
      </p>
    </div>
  );
}
