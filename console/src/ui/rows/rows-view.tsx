import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { classes } from "../classes.ts";
import {
  type Geometry,
  isScaled,
  keyStep,
  lowestTop,
  rowHeight,
  scrollOf,
  spacerOf,
  topAfter,
  topFor,
  visibleRows,
  wheelStep,
  within,
} from "./scaled-scroll.ts";

/** Time after its last move after which the scroll bar counts as released. */
const dragSettleMs = 120;

/** Methods of the rows for other components. */
export interface RowsHandle {
  show(row: number, align: "near" | "middle"): void;
  focus(): void;
}

interface RowsViewProps {
  /** Accessible name of the rows. */
  readonly label: string;
  readonly rows: number;
  /** Returns the content of a row. Rows render again when this function changes. */
  readonly row: (number: number) => ReactNode;
  /** Called with the visible rows after each change. */
  readonly onVisible?: (first: number, end: number) => void;
  readonly current?: number | undefined;
  /** Called when the user selects a row. `extend`: with Shift, the selection extends to this row. */
  readonly onCurrent?: (row: number, extend: boolean) => void;
  readonly chosen?: readonly [first: number, last: number] | undefined;
  /** True if the view stays at the end while rows are added. */
  readonly sticks?: boolean;
  /** Called when the user scrolls away from the end or back to it. */
  readonly onStick?: (sticks: boolean) => void;
  readonly handle?: Ref<RowsHandle>;
  readonly className?: string;
}

/** Rows of equal height, rendered only while they are visible, so that millions of rows scroll smoothly. */
export function RowsView({ label, rows, row, sticks = false, className, ...rest }: RowsViewProps) {
  const { current, chosen, onVisible, onCurrent, onStick, handle } = rest;
  const box = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const geometry: Geometry = { rows, height };
  // State of the last render, for events between two renders.
  const now = useRef({ geometry, top: 0, sticks, scroll: 0, dragTimer: 0 });
  const top = sticks ? lowestTop(geometry) : within(geometry, now.current.top);
  now.current = { ...now.current, geometry, top, sticks };

  const move = (next: number, isDragged = true): void => {
    const { geometry: is, sticks: stuck } = now.current;
    const target = within(is, next);
    const isAtEnd = target >= lowestTop(is);
    now.current.top = target;
    redraw();
    if (stuck ? !isAtEnd : isAtEnd && isDragged && next > 0) onStick?.(isAtEnd);
  };
  const moving = useRef(move);
  moving.current = move;

  /** Moves the scroll bar with the rows, except while the user drags it. */
  const settle = (): void => {
    const element = box.current;
    if (element === null || now.current.dragTimer !== 0) return;
    // If the bar is elsewhere, it was moved and the scroll event is pending, unless the browser moved it because the content became
    // shorter.
    const lowest = element.scrollHeight - element.clientHeight;
    if (Math.abs(element.scrollTop - Math.min(now.current.scroll, lowest)) >= 1) return;
    element.scrollTop = scrollOf(now.current.geometry, now.current.top);
    now.current.scroll = element.scrollTop;
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    setHeight(element.clientHeight);
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the last render
  useLayoutEffect(settle, [rows, height, top]);
  useEffect(() => {
    return () => window.clearTimeout(now.current.dragTimer);
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      const { geometry: is, top: at } = now.current;
      if (event.ctrlKey || !isScaled(is) || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      moving.current(at + wheelStep(event, is));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);
  const { first, end } = visibleRows(geometry, top);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new rows are reported
  useEffect(() => {
    onVisible?.(first, end);
  }, [first, end, rows]);

  // Row to show once the height is known.
  const aim = useRef<Parameters<RowsHandle["show"]>>(undefined);
  const show: RowsHandle["show"] = (number, align) => {
    const { geometry: is, top: at } = now.current;
    if (is.height === 0) aim.current = [number, align];
    else moving.current(topFor(is, number, at, align), false);
  };
  const showing = useRef(show);
  showing.current = show;
  const previousHeight = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new height moves rows out of view
  useLayoutEffect(() => {
    if (height === 0) return;
    const before = { ...geometry, height: previousHeight.current };
    previousHeight.current = height;
    if (aim.current !== undefined) showing.current(...aim.current);
    // A panel that opens next to the rows must not move the current row out of view.
    else if (current !== undefined && topFor(before, current, top, "near") === top) showing.current(current, "near");
    aim.current = undefined;
  }, [height]);

  useImperativeHandle(
    handle,
    () => ({
      show: (number, place) => showing.current(number, place),
      focus: () => box.current?.focus({ preventScroll: true }),
    }),
    [],
  );

  const onScroll = (): void => {
    const scroll = box.current?.scrollTop ?? 0;
    const { geometry: is, top: at, scroll: before } = now.current;
    if (Math.abs(scroll - before) < 1) return;
    now.current.scroll = scroll;
    window.clearTimeout(now.current.dragTimer);
    now.current.dragTimer = window.setTimeout(() => {
      now.current.dragTimer = 0;
      settle();
    }, dragSettleMs);
    move(topAfter(is, at, before, scroll));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keyStep(event.key, geometry);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (current === undefined || onCurrent === undefined) {
      move(top + step);
      return;
    }
    const next = Math.min(Math.max(0, current + Math.round(step / rowHeight)), Math.max(0, rows - 1));
    onCurrent(next, event.shiftKey);
    move(topFor(geometry, next, top, "near"), false);
  };
  const onClick = (event: MouseEvent): void => {
    const number = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    // A click at the end of a text selection must not change the row.
    if (number !== undefined && (event.shiftKey || window.getSelection()?.isCollapsed !== false))
      onCurrent?.(Number(number), event.shiftKey);
  };

  const [from, to] = chosen ?? [-1, -1];
  const visible = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
  return (
    <section
      ref={box}
      role="log"
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onMouseDown={keepText}
      className={classes(
        "relative min-h-0 flex-1 overflow-x-hidden overflow-y-scroll overscroll-contain font-mono text-xs [contain:strict] focus-visible:outline-offset-[-2px]",
        className,
      )}
    >
      <div className="sticky top-0 overflow-hidden" style={{ height }}>
        <div style={{ transform: `translateY(${-(top - first * rowHeight)}px)` }}>
          {visible.map((number) => (
            <div
              key={number}
              data-row={number}
              data-current={number === current || undefined}
              className={classes(
                "h-[20px] [contain:strict]",
                number === current
                  ? "bg-selection shadow-[inset_3px_0_var(--accent)]"
                  : number >= from && number <= to
                    ? "bg-selection"
                    : "hover:bg-page",
              )}
            >
              {row(number)}
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden style={{ height: Math.max(0, spacerOf(geometry) - height) }} />
    </section>
  );
}

/** Prevents the selection of text: with Shift, a press selects rows. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
