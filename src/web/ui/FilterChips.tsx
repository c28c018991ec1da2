import { X } from 'lucide-react'
import { Button } from './Button.tsx'

export type Chip = { key: string; label: string }

/** The active filters, each with a button to remove it, and one button to clear all. */
export function FilterChips({
  chips,
  onRemove,
  onClear,
}: {
  chips: readonly Chip[]
  onRemove: (key: string) => void
  onClear: () => void
}) {
  if (chips.length === 0) return null
  return (
    <div className="chips">
      {chips.map((chip) => (
        <button
          key={chip.key}
          type="button"
          className="chip"
          aria-label={`Quitar el filtro ${chip.label}`}
          onClick={() => onRemove(chip.key)}
        >
          {chip.label} <X size={14} aria-hidden="true" />
        </button>
      ))}
      <Button variant="link" size="dense" onClick={onClear}>
        Limpiar filtros
      </Button>
    </div>
  )
}
