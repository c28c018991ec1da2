import { lazy, Suspense, useState } from 'react'
import { type ExportFormat, type ExportName, exportApi } from '#domain/exports/api.ts'
import { download } from '#web/core/download.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

// A chunk of its own: the pages of the client portal have no export and do not load it.
const Menu = lazy(() => import('#web/ui/Menu.tsx').then((file) => ({ default: file.Menu })))

type Filters = Readonly<Record<string, string | number | undefined>>

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel (XLSX)' },
  { format: 'csv', label: 'CSV' },
]

/** Exports a list as a file, with the filters and the order of the screen (OPS-06). Lists of personal data require a fresh password. */
export function ExportMenu({ list, filters }: { list: ExportName; filters: Filters }) {
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
  return (
    <Suspense fallback={<Button busy="Exportar">Exportar</Button>}>
      {isBusy ? (
        <Button busy="Exportando…">Exportar</Button>
      ) : (
        <Menu
          face="Exportar"
          label="Exportar la lista"
          items={FORMATS.map(({ format, label }) => ({ label, onSelect: () => void exportList(format) }))}
        />
      )}
    </Suspense>
  )
}

/** The query of the list without its page. */
const queryOf = ({ page: _page, page_size: _size, ...filters }: Filters): string =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
