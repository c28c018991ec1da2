import { X } from 'lucide-react'
import { useState } from 'react'
import { bulkApi } from '#domain/bulk/api.ts'
import { BULK_ROWS_MAX, type BulkAction } from '#domain/bulk/bulk.ts'
import { CHOSEN_ROWS_MAX } from '#domain/core/paging.ts'
import type { ExportName } from '#domain/exports/api.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import type { ChosenRows } from '#web/core/use-row-selection.ts'
import { queryOf, useExport } from '#web/exports/ExportMenu.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { BulkDialog } from './BulkDialog.tsx'
import './bulk.css'

/** What an action asks before it begins. Without `question` it begins at once: a file changes nothing. */
type BulkButton = { action: BulkAction; label: string; question?: { title: string; text: string; confirm: string } }

type Props = {
  list: ExportName
  chosen: ChosenRows
  /** 'las 1.204 facturas', '3 facturas elegidas'. */
  words: { all: (count: string) => string; chosen: (count: number) => string }
  buttons: readonly BulkButton[]
}

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

/** The bar of the chosen rows of a list: how many they are, and what can be done with all of them. Nothing without chosen rows. */
export function BulkBar({ list, chosen, words, buttons }: Props) {
  const start = useChange(bulkApi.start, { invalidate: [bulkApi.list] })
  const [asking, setAsking] = useState<BulkButton | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const begin = ({ action }: BulkButton): void =>
    start.mutate(
      { body: { action, query: queryOf(chosen.filters) } },
      {
        onSuccess: ({ data }) => {
          setAsking(null)
          setOpened(data.id)
          chosen.onClear()
        },
        onError: (error) => toastFailure(error, 'No pudimos empezar'),
      },
    )
  return (
    <>
      {chosen.count > 0 && (
        <Bar
          list={list}
          chosen={chosen}
          words={words}
          buttons={buttons}
          busy={start.isPending && asking === null ? 'Empezando…' : undefined}
          onPress={(button) => (button.question ? setAsking(button) : begin(button))}
        />
      )}
      {asking?.question && (
        <ConfirmDialog
          title={asking.question.title}
          confirm={asking.question.confirm}
          busy={start.isPending ? 'Empezando…' : undefined}
          onConfirm={() => begin(asking)}
          onCancel={() => setAsking(null)}
        >
          <p>{asking.question.text}</p>
        </ConfirmDialog>
      )}
      {opened !== null && <BulkDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type BarProps = Props & { busy: string | undefined; onPress: (button: BulkButton) => void }

function Bar({ list, chosen, words, buttons, busy, onPress }: BarProps) {
  const isNarrow = useMedia(NARROW)
  const { isBusy: isExporting, items } = useExport({ list, filters: chosen.filters })
  const exports = chosen.hasTooMany ? [] : items
  const actions = buttons.map((button) => ({
    label: button.label,
    onSelect: () => onPress(button),
    disabledReason: reasonOf(chosen, button.action),
  }))
  const menu = { face: 'Exportar', label: 'Exportar las filas elegidas', items: exports }
  return (
    <section className="bulk-bar" aria-label="Filas elegidas">
      <p className="bulk-bar__count" role="status">
        {words.chosen(chosen.count)}
      </p>
      <div className="bulk-bar__actions">
        {!chosen.isAll && chosen.total > chosen.count && (
          <Button size="dense" variant="link" onClick={chosen.onAll}>
            Elegir {words.all(count(chosen.total))} del filtro
          </Button>
        )}
        {!isNarrow &&
          actions.map(({ label, onSelect, disabledReason }) => (
            <Button key={label} size="dense" busy={busy} disabledReason={disabledReason} onClick={onSelect}>
              {label}
            </Button>
          ))}
        {isExporting || (isNarrow && busy !== undefined) ? (
          <Button size="dense" busy={busy ?? 'Exportando…'} />
        ) : isNarrow ? (
          <LazyMenu
            face="Acciones"
            label="Acciones con las filas elegidas"
            items={[...actions, ...exports.map(({ label, onSelect }) => ({ label: `Exportar en ${label}`, onSelect }))]}
          />
        ) : (
          exports.length > 0 && <LazyMenu {...menu} />
        )}
      </div>
      <IconButton className="bulk-bar__close" label="Quitar la selección" onClick={chosen.onClear}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </section>
  )
}

function reasonOf(chosen: ChosenRows, action: BulkAction): string | undefined {
  if (chosen.hasTooMany) return `A mano se eligen hasta ${CHOSEN_ROWS_MAX}: usa un filtro y elige todas`
  const max = BULK_ROWS_MAX[action]
  return chosen.count > max ? `Son más de ${count(max)}: hazlo por partes con un filtro` : undefined
}
