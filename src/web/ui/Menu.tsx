import { ChevronDown, Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { startTransition, useRef, useState } from 'react'
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
  // A dialog returns the focus to the element that had it when it opened: the items are gone by then.
  const select = ({ onSelect }: MenuItem): void => {
    trigger.current?.focus()
    onSelect()
  }
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
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {items.map((item, index) => (
            <DropdownMenu.Item
              key={index}
              className={`menu__item ${item.isDanger ? 'menu__item--danger' : ''}`}
              disabled={item.disabledReason !== undefined}
              onSelect={() => select(item)}
            >
              {item.label}
              {item.disabledReason && <span className="menu__reason">{item.disabledReason}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
