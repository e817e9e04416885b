/**
 * A list in an order that people change: by dragging, by keys (Space lifts, arrows move, Space drops, Esc cancels) and by a menu.
 * It shows what it is given; `onChange` gets the new order.
 */
import { Menu } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Dialog, Labelled } from '../editor/fields.tsx';
import { Icon } from '../icons.tsx';
import { moved, STEPS, stepFrom } from './move.ts';
import { type Drag, type Dragging, useDragging } from './use-dragging.ts';
import { usePartWords } from './words.ts';

export interface OrderedListProps<T> {
  items: readonly T[];
  /** The name of the list. */
  label: string;
  keyOf(item: T): string;
  nameOf(item: T): string;
  /** The new order, and where the moved item is in it. */
  onChange(items: T[], at: number): void;
  children(item: T, index: number): ReactNode;
  /** Then it is a plain list. */
  isFixed?: boolean;
  /** Given where items also come from elsewhere: its `onDrop` gets every drop. */
  drag?: Drag;
}

export function OrderedList<T>(props: OrderedListProps<T>) {
  const { items, label, keyOf, nameOf, children, isFixed = false } = props;
  const words = usePartWords().ordering;
  const hint = useId();
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<string>();
  const move = (order: readonly T[], key: string, to: number) => {
    const from = order.findIndex((item) => keyOf(item) === key);
    const next = moved(order, from, to);
    const at = next.findIndex((item) => keyOf(item) === key);
    const item = next[at];
    if (item !== undefined) setSaid(words.movedTo(nameOf(item), at + 1, next.length));
    return { next, at };
  };
  const put = (key: string, to: number) => {
    const { next, at } = move(items, key, to);
    if (keyOf(items[at] as T) !== key) props.onChange(next, at); // the moved item is in the list
  };
  const own = useDragging({ onDrop: put });
  const { list, dragging, start } = props.drag ?? own;
  const lift = useLift(props, move, setSaid);
  const shown = lift.order ?? items;
  const others = dragging ? shown.filter((item) => keyOf(item) !== dragging.key).map(keyOf) : [];
  return (
    <div className="ordering">
      <ol aria-label={label} className="ordered" data-dragging={dragging !== undefined} ref={list}>
        {shown.map((item, index) => {
          const [key, name] = [keyOf(item), nameOf(item)];
          return (
            <li
              className="ordered-item"
              data-drop={dropMark(dragging, others, key)}
              data-key={key}
              data-lifted={lift.key === key || dragging?.key === key}
              key={key}
              style={dragging?.key === key ? shiftOf(dragging) : undefined}
            >
              {!isFixed && (
                <button
                  aria-describedby={hint}
                  aria-label={words.move(name)}
                  aria-pressed={lift.key === key}
                  className="handle"
                  onBlur={lift.cancel}
                  onClick={({ detail }) => detail === 0 && lift.toggle(key)}
                  onKeyDown={lift.onKey}
                  onPointerDown={(event) => start(event, key)}
                  type="button"
                >
                  <Icon name="grip" />
                </button>
              )}
              {children(item, index)}
              {!isFixed && items.length > 1 && (
                <MoveMenu
                  count={items.length}
                  index={index}
                  name={name}
                  onAsk={() => setAsked(key)}
                  onMove={(to) => put(key, to)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {!isFixed && (
        <p className="for-readers" id={hint}>
          {words.hint}
        </p>
      )}
      <p className="for-readers" role="status">
        {said}
      </p>
      {asked !== undefined && (
        <PositionDialog
          count={items.length}
          index={items.findIndex((item) => keyOf(item) === asked)}
          onClose={() => setAsked(undefined)}
          onMove={(to) => put(asked, to)}
        />
      )}
    </div>
  );
}

type Move<T> = (order: readonly T[], key: string, to: number) => { next: T[]; at: number };

/** An item that was lifted by a key: the order on the screen is not yet the order of the list. */
function useLift<T>(
  { items, keyOf, nameOf, onChange }: OrderedListProps<T>,
  move: Move<T>,
  say: (text: string) => void,
) {
  const words = usePartWords().ordering;
  const [lifted, setLifted] = useState<{ key: string; order: readonly T[] }>();
  const indexIn = (order: readonly T[], key: string) => order.findIndex((item) => keyOf(item) === key);
  const nameIn = (key: string) => items.filter((item) => keyOf(item) === key).map(nameOf)[0] ?? '';
  const cancel = () => {
    if (!lifted) return;
    setLifted(undefined);
    say(words.cancelled(nameIn(lifted.key), indexIn(items, lifted.key) + 1));
  };
  const toggle = (key: string) => {
    if (lifted?.key !== key) {
      setLifted({ key, order: items });
      return say(words.lifted(nameIn(key), indexIn(items, key) + 1, items.length));
    }
    const at = indexIn(lifted.order, key);
    setLifted(undefined);
    say(words.dropped(nameIn(key), at + 1, items.length));
    if (at !== indexIn(items, key)) onChange([...lifted.order], at);
  };
  const onKey = (event: KeyboardEvent) => {
    if (!lifted) return;
    const step = STEP_OF[event.key];
    if (event.key !== 'Escape' && !step) return;
    event.preventDefault();
    if (!step) return cancel();
    const { order, key } = lifted;
    setLifted({ key, order: move(order, key, stepFrom(indexIn(order, key), step, order.length)).next });
  };
  return { key: lifted?.key, order: lifted?.order, toggle, cancel, onKey };
}

const STEP_OF: Readonly<Record<string, (typeof STEPS)[number]>> = {
  ArrowUp: 'up',
  ArrowLeft: 'up',
  ArrowDown: 'down',
  ArrowRight: 'down',
  Home: 'top',
  End: 'bottom',
};

function dropMark(dragging: Dragging | undefined, others: readonly string[], key: string): string | undefined {
  if (!dragging || dragging.to === null || key === dragging.key) return undefined;
  if (others[dragging.to] === key) return 'before';
  return dragging.to === others.length && others.at(-1) === key ? 'after' : undefined;
}

function shiftOf({ dx, dy }: Dragging): CSSProperties {
  return { transform: `translate(${dx}px, ${dy}px)` };
}

interface MoveMenuProps {
  name: string;
  index: number;
  count: number;
  onMove(to: number): void;
  onAsk(): void;
}

function MoveMenu({ name, index, count, onMove, onAsk }: MoveMenuProps) {
  const words = usePartWords().ordering;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button aria-label={words.menu(name)} className="ordered-menu icon-button" type="button">
          <Icon name="more" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.moveTo}</Menu.Label>
        {STEPS.map((step) => {
          const to = stepFrom(index, step, count);
          return (
            <Menu.Item disabled={to === index} key={step} onClick={() => onMove(to)}>
              {words.steps[step]}
            </Menu.Item>
          );
        })}
        <Menu.Item onClick={onAsk}>{words.position}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface PositionProps {
  index: number;
  count: number;
  onMove(to: number): void;
  onClose(): void;
}

function PositionDialog({ index, count, onMove, onClose }: PositionProps) {
  const { ordering: words, cancel } = usePartWords();
  const id = useId();
  const [typed, setTyped] = useState(String(index + 1));
  return (
    <Dialog closeLabel={cancel} onClose={onClose} title={words.moveTo}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onMove(Number(typed) - 1);
        }}
      >
        <Labelled id={id} label={words.positionOf(count)}>
          <input
            id={id}
            max={count}
            min={1}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            required
            type="number"
            value={typed}
          />
        </Labelled>
        <div className="dialog-actions">
          <button className="button primary" type="submit">
            {words.moveHere}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
