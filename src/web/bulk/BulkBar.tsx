import { X } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { bulkApi } from '#domain/bulk/api.ts'
import { BULK_ROWS_MAX, type BulkAction } from '#domain/bulk/bulk.ts'
import { CHOSEN_ROWS_MAX } from '#domain/core/paging.ts'
import type { ExportName } from '#domain/exports/api.ts'
import type { Choice, ChosenRows } from '#web/core/chosen-rows.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useChoice } from '#web/core/use-row-selection.ts'
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
  /** What is offered for so many chosen rows. */
  buttonsOf: (count: number) => readonly BulkButton[]
}

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

/** The bar of the chosen rows of a list: how many they are, and what can be done with all of them. Nothing without chosen rows. */
export function BulkBar({ list, chosen, words, buttonsOf }: Props) {
  const choice = useChoice(chosen)
  // The check box is painted before the bar is drawn. What the bar asks and does is of the rows that are chosen when it is pressed.
  const shown = useDeferredValue(choice)
  const { mutate, isPending } = useChange(bulkApi.start, { invalidate: [bulkApi.list] })
  const [asking, setAsking] = useState<BulkButton | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const begin = useCallback(
    (action: BulkAction): void =>
      mutate(
        { body: { action, query: queryOf(chosen.get().filters) } },
        {
          onSuccess: ({ data }) => {
            setAsking(null)
            setOpened(data.id)
            chosen.onClear()
          },
          onError: (error) => toastFailure(error, 'No pudimos empezar'),
        },
      ),
    [mutate, chosen],
  )
  const press = useCallback(
    (action: BulkAction): void => {
      const button = buttonsOf(chosen.get().count).find((one) => one.action === action)
      if (button?.question) setAsking(button)
      else begin(action)
    },
    [buttonsOf, chosen, begin],
  )
  return (
    <>
      {choice.count > 0 && shown.count > 0 && (
        <Bar
          {...{ list, chosen, words, buttonsOf }}
          choice={shown}
          busy={isPending && asking === null ? 'Empezando…' : undefined}
          onPress={press}
        />
      )}
      {asking?.question && (
        <ConfirmDialog
          title={asking.question.title}
          confirm={asking.question.confirm}
          busy={isPending ? 'Empezando…' : undefined}
          onConfirm={() => begin(asking.action)}
          onCancel={() => setAsking(null)}
        >
          <p>{asking.question.text}</p>
        </ConfirmDialog>
      )}
      {opened !== null && <BulkDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type BarProps = Props & { choice: Choice; busy: string | undefined; onPress: (action: BulkAction) => void }

/** Its properties are the same until it says something else: the drawing that waits for it leaves it as it is. */
const Bar = memo(({ list, chosen, choice, words, buttonsOf, busy, onPress }: BarProps) => {
  const isNarrow = useMedia(NARROW)
  const { isBusy: isExporting, items } = useExport({ list, filters: choice.filters })
  const exports = choice.hasTooMany ? [] : items
  const actions = buttonsOf(choice.count).map(({ action, label }) => ({
    label,
    onSelect: () => onPress(action),
    disabledReason: reasonOf(choice, action),
  }))
  const menu = { face: 'Exportar', label: 'Exportar las filas elegidas', items: exports }
  return (
    <section className="bulk-bar" aria-label="Filas elegidas">
      <p className="bulk-bar__count" role="status">
        {words.chosen(choice.count)}
      </p>
      <div className="bulk-bar__actions">
        {!choice.isAll && choice.total > choice.count && (
          <Button size="dense" variant="link" onClick={chosen.onAll}>
            Elegir {words.all(count(choice.total))} del filtro
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
})

function reasonOf({ count: rows, hasTooMany }: Choice, action: BulkAction): string | undefined {
  if (hasTooMany) return `A mano se eligen hasta ${CHOSEN_ROWS_MAX}: usa un filtro y elige todas`
  const max = BULK_ROWS_MAX[action]
  return rows > max ? `Son más de ${count(max)}: hazlo por partes con un filtro` : undefined
}
