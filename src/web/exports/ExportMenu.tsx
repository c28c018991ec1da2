import { useState } from 'react'
import { type ExportFormat, type ExportName, exportApi, PDF_EXPORTS } from '#domain/exports/api.ts'
import { download } from '#web/core/download.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { NARROW, useMedia } from '#web/ui/use-media.ts'

type Filters = Readonly<Record<string, string | number | undefined>>
type ListProps = { list: ExportName; filters: Filters }

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel (XLSX)' },
  { format: 'csv', label: 'CSV' },
]
const WITH_PDF: typeof FORMATS = [...FORMATS, { format: 'pdf', label: 'PDF' }]

/** Exports a list as a file, with the filters and the order of the screen (OPS-06). Lists of personal data require a fresh password. */
export function useExport({ list, filters }: ListProps) {
  const [isBusy, setBusy] = useState(false)
  const exportList = async (format: ExportFormat): Promise<void> => {
    setBusy(true)
    try {
      await download(exportApi.create, { body: { list, format, query: queryOf(filters) } })
      toastSuccess('Listo: el archivo está en tus descargas')
    } catch (error) {
      toastFailure(error, 'No pudimos preparar el archivo')
    } finally {
      setBusy(false)
    }
  }
  const formats = PDF_EXPORTS.includes(list) ? WITH_PDF : FORMATS
  const items = formats.map(({ format, label }) => ({ label, onSelect: () => void exportList(format) }))
  return { isBusy, items }
}

/** The button that exports a list. */
export function ExportMenu(props: ListProps) {
  const { isBusy, items } = useExport(props)
  if (isBusy) return <Button busy="Exportando…">Exportar</Button>
  return <LazyMenu face="Exportar" label="Exportar la lista" items={items} />
}

type Action = { label: string; onPress: () => void }

/**
 * The actions of a list: the main one and the others side by side; in a narrow window the others are in one menu. `places`: the pages
 * that the list leads to, always in a menu.
 */
export function ListActions({
  main,
  others,
  places = [],
  ...props
}: ListProps & { main: Action; others: readonly Action[]; places?: readonly Action[] }) {
  const isNarrow = useMedia(NARROW)
  return (
    <>
      {isNarrow ? (
        <MoreMenu {...props} others={[...others, ...places]} />
      ) : (
        <>
          <ExportMenu {...props} />
          {places.length > 0 && (
            <LazyMenu
              face="Más"
              label="Más sobre la lista"
              items={places.map(({ label, onPress }) => ({ label, onSelect: onPress }))}
            />
          )}
          {others.map(({ label, onPress }) => (
            <Button key={label} onClick={onPress}>
              {label}
            </Button>
          ))}
        </>
      )}
      <Button variant="primary" onClick={main.onPress}>
        {main.label}
      </Button>
    </>
  )
}

function MoreMenu({ others, ...props }: ListProps & { others: readonly Action[] }) {
  const { isBusy, items } = useExport(props)
  if (isBusy) return <Button busy="Exportando…">Más</Button>
  return (
    <LazyMenu
      face="Más"
      label="Más acciones de la lista"
      items={[
        ...others.map(({ label, onPress }) => ({ label, onSelect: onPress })),
        ...items.map(({ label, onSelect }) => ({ label: `Exportar en ${label}`, onSelect })),
      ]}
    />
  )
}

/** The query of the list without its page. */
export const queryOf = ({ page: _page, page_size: _size, ...filters }: Filters): string =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
