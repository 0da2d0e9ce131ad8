import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react';
import { useOverlay } from '../dialogs/use-overlay.ts';
import { Slot } from '../layout/slot.tsx';
import type { Parts } from './menu-list.tsx';

const fetchList = () => import('./menu-list.tsx');

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  /** Called after it has closed and its button has the focus again. */
  onClosed?: () => void;
}

export interface MenuListProps extends MenuProps {
  openedBy: 'pointer' | 'key';
}

const openingKeys = ['Enter', ' ', 'ArrowDown'];

/** A button and its menu, which is preloaded before it is likely to open. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<MenuListProps['openedBy'] | null>(null);
  const MenuList = useOverlay(fetchList, openedBy !== null, () => setOpenedBy(null));
  if (MenuList && openedBy) return <MenuList trigger={trigger} openedBy={openedBy} {...menu} />;
  // The list retries what failed to load.
  const prepare = () => void fetchList().catch(() => null);
  return (
    <Slot
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setOpenedBy('pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (!openingKeys.includes(event.key)) return;
        event.preventDefault();
        setOpenedBy('key');
      }}
    >
      {trigger}
    </Slot>
  );
}

export const MenuParts = createContext<Parts | null>(null);

export function MenuSeparator() {
  const parts = use(MenuParts);
  return parts && <parts.MenuSeparator />;
}

export function MenuLabel(props: ComponentProps<Parts['MenuLabel']>) {
  const parts = use(MenuParts);
  return parts && <parts.MenuLabel {...props} />;
}

export function MenuItem(props: ComponentProps<Parts['MenuItem']>) {
  const parts = use(MenuParts);
  return parts && <parts.MenuItem {...props} />;
}

export interface MenuChoicesProps<Value extends string> {
  value: Value;
  options: readonly { value: Value; label: string; text: string }[];
  onChoose: (value: Value) => void;
}

export function MenuChoices<Value extends string>(props: MenuChoicesProps<Value>) {
  const parts = use(MenuParts);
  return parts && <parts.MenuChoices {...props} />;
}
