import { Columns3 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { TableView } from './Table.tsx'
import './Menu.css'

type Props = { columns: readonly { key: string; header: string; isFixed: boolean }[]; view: TableView }

/** The columns and the density of a list: a menu of check boxes that stays open, also with the keyboard. */
export function ColumnMenu({ columns, view }: Props) {
  const { hidden, isCompact, onChange } = view
  const toggle = (key: string, isShown: boolean): void =>
    onChange({ hidden: isShown ? hidden.filter((one) => one !== key) : [...hidden, key] })
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button table__columns" aria-label="Columnas" title="Columnas">
        <Columns3 size={18} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {columns.map(({ key, header, isFixed }) => (
            <CheckItem
              key={key}
              label={header}
              isChecked={isFixed || !hidden.includes(key)}
              isDisabled={isFixed}
              onChange={(isShown) => toggle(key, isShown)}
            />
          ))}
          <DropdownMenu.Separator className="menu__line" />
          <CheckItem
            label="Filas compactas"
            isChecked={isCompact}
            onChange={(value) => onChange({ isCompact: value })}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type CheckProps = { label: string; isChecked: boolean; isDisabled?: boolean; onChange: (isChecked: boolean) => void }

const CheckItem = ({ label, isChecked, isDisabled = false, onChange }: CheckProps) => (
  <DropdownMenu.CheckboxItem
    className="menu__item menu__item--check"
    checked={isChecked}
    disabled={isDisabled}
    onCheckedChange={onChange}
    // The menu stays open for the next choice.
    onSelect={(event) => event.preventDefault()}
  >
    {label}
  </DropdownMenu.CheckboxItem>
)
