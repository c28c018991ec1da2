import { ChevronDown, Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type Ref, type RefObject, startTransition, useImperativeHandle, useRef, useState } from 'react'
import { buttonClass } from './Button.tsx'
import './Menu.css'

export type MenuItem = { label: string; onSelect: () => void; isDanger?: boolean; disabledReason?: string | undefined }
export type MenuProps = { label: string; items: readonly MenuItem[]; face?: string }

/** The actions of a record in a dropdown. `label` names the record; `face` is a text on the button instead of three dots. */
export function Menu({ label, items, face }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The browser draws the pressed button before the items, which take longer.
  const toggle = (open: boolean): void => startTransition(() => setOpen(open))
  const select = (item: MenuItem): void => selectFrom(trigger, item)
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={toggle}>
      {face === undefined ? (
        <DropdownMenu.Trigger ref={trigger} className="icon-button menu__trigger" aria-label={label}>
          <Ellipsis size={18} aria-hidden="true" />
        </DropdownMenu.Trigger>
      ) : (
        <DropdownMenu.Trigger ref={trigger} className={buttonClass()} aria-label={label}>
          {face} <ChevronDown size={16} aria-hidden="true" />
        </DropdownMenu.Trigger>
      )}
      <Items items={items} onSelect={select} />
    </DropdownMenu.Root>
  )
}

export type MenuOfProps = Pick<MenuProps, 'label' | 'items'> & {
  /** The button that opens it, which is there before the code of the menu. */
  button: RefObject<HTMLButtonElement | null>
  /** The id of the list, for `aria-controls` of the button. */
  id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The items of a menu whose button is drawn by itself (`RowMenu`). */
export const MenuOf = ({ label, items, button, id, isOpen, onOpenChange }: MenuOfProps) => (
  <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
    <DropdownMenu.Trigger asChild>
      <Existing button={button} />
    </DropdownMenu.Trigger>
    {/* Its name is the name of the button. */}
    <Items
      id={id}
      aria-label={label}
      aria-labelledby={undefined}
      items={items}
      onSelect={(item) => selectFrom(button, item)}
    />
  </DropdownMenu.Root>
)

/** Draws nothing: its element is a button that is there already, where the list opens and the focus returns to. */
function Existing({ button, ref }: { button: MenuOfProps['button']; ref?: Ref<HTMLButtonElement | null> }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}

/** A dialog returns the focus to the element that had it when it opened: the items are gone by then. */
function selectFrom(button: MenuOfProps['button'], { onSelect }: MenuItem): void {
  button.current?.focus()
  onSelect()
}

type ItemsProps = Omit<DropdownMenu.DropdownMenuContentProps, 'onSelect'> & {
  items: readonly MenuItem[]
  onSelect: (item: MenuItem) => void
}

const Items = ({ items, onSelect, ...rest }: ItemsProps) => (
  <DropdownMenu.Portal>
    <DropdownMenu.Content {...rest} className="menu" align="end" sideOffset={6}>
      {items.map((item, index) => (
        <DropdownMenu.Item
          key={index}
          className={`menu__item ${item.isDanger ? 'menu__item--danger' : ''}`}
          disabled={item.disabledReason !== undefined}
          onSelect={() => onSelect(item)}
        >
          {item.label}
          {item.disabledReason && <span className="menu__reason">{item.disabledReason}</span>}
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Content>
  </DropdownMenu.Portal>
)
