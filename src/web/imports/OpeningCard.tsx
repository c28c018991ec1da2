import { useState } from 'react'
import type { Reply } from '#domain/core/api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { download } from '#web/core/download.ts'
import { messageOf } from '#web/core/failure.ts'
import { queryClient } from '#web/core/queries.ts'
import { upload } from '#web/core/upload.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Preview = Reply<typeof openingImportApi.preview>['data']

/** The wrong rows that are shown; the user corrects them and sends the file again. */
const SHOWN_MAX = 20

/** The unpaid invoices of the previous system, with their own days: first what the file would do, then the upload. */
export function OpeningCard() {
  const opening = useOpening()
  return (
    <Card title="Facturas que te deben del sistema anterior">
      <div className="form">
        <p>
          Carga primero tus clientes, y en «Lo que te deben» elige factura por factura. Después sube aquí la lista de
          facturas de tu sistema anterior, como la exporta, o la plantilla: así la mora se cuenta desde la fecha
          verdadera de cada una. Las que ya están pagadas o anuladas no entran.
        </p>
        <FileField
          label="Archivo de facturas"
          hint="CSV o Excel (XLSX). Conocemos las listas de WispHub, MikroWisp, Splynx, UISP, Odoo, Alegra y Siigo."
          accept=".csv,.txt,.tsv,.xlsx"
          file={opening.file}
          onFile={opening.choose}
          error={opening.problem}
        />
        {opening.preview && <Outcome preview={opening.preview} />}
        <OpeningActions {...opening} />
      </div>
    </Card>
  )
}

/** The chosen file, what it would do, and the two calls about it. */
function useOpening() {
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setPreview(null)
    setProblem(undefined)
  }
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(messageOf(error, 'Error al subir el archivo')))
    setBusy(false)
  }
  const check = (chosen: File) =>
    guarded(async () => setPreview((await upload(openingImportApi.preview, chosen, {}, {})).data))
  const write = (chosen: File, rows: 'all' | 'valid') =>
    guarded(async () => {
      const { message } = await upload(openingImportApi.upload, chosen, { rows }, {})
      await queryClient.invalidateQueries()
      toastSuccess(message)
      choose(null)
    })
  return { file, preview, problem, isBusy, choose, check, write }
}

function OpeningActions({ file, preview, isBusy, check, write }: ReturnType<typeof useOpening>) {
  return (
    <div className="page__actions">
      <Button onClick={saveTemplate}>Plantilla de facturas</Button>
      {file !== null && preview === null && (
        <Button busy={isBusy ? 'Leyendo el archivo…' : undefined} onClick={() => void check(file)}>
          Revisar las facturas
        </Button>
      )}
      {file !== null && preview !== null && preview.totals.documents > 0 && (
        <Button
          variant="primary"
          busy={isBusy ? 'Cargando…' : undefined}
          onClick={() => void write(file, preview.totals.errors === 0 ? 'all' : 'valid')}
        >
          Cargar {countOf(preview.totals.documents)}
          {preview.totals.errors > 0 && ' y dejar las demás por fuera'}
        </Button>
      )}
    </div>
  )
}

const countOf = (documents: number): string => (documents === 1 ? '1 factura' : `${documents} facturas`)

function Outcome({ preview: { rows, totals, source } }: { preview: Preview }) {
  const wrong = rows.filter(({ errors }) => errors.length > 0)
  const { documents, clients, left_out } = totals
  return (
    <>
      <Alert>
        {source !== null && `Es la lista de facturas de ${source}. `}
        {countOf(documents)} de {clients} {clients === 1 ? 'cliente' : 'clientes'}, por {pesosLabel(totals.balance)}.{' '}
        {left_out > 0 &&
          `${left_out === 1 ? 'Otra ya no se debe' : `Otras ${left_out} ya no se deben`}: no entra nada de eso. `}
        Todavía no hemos guardado nada.
      </Alert>
      {wrong.length > 0 && (
        <>
          <Alert tone="bad">
            {wrong.length} {wrong.length === 1 ? 'fila por corregir' : 'filas por corregir'}. Corrígelas y sube el
            archivo de nuevo, o deja por fuera todas las facturas de esos clientes: las de un cliente entran juntas.
          </Alert>
          <RowList label="Filas por corregir">
            {wrong.slice(0, SHOWN_MAX).map((row) => (
              <li key={row.line}>
                <span className="two-lines">
                  Fila {row.line}:{' '}
                  {[row.number, row.name || row.identification].filter((part) => part !== '').join(', ')}
                  <small>{row.errors.join('; ')}</small>
                </span>
              </li>
            ))}
          </RowList>
          {wrong.length > SHOWN_MAX && <p>Y {wrong.length - SHOWN_MAX} más.</p>}
        </>
      )}
    </>
  )
}

const saveTemplate = (): void => {
  download(openingImportApi.template, {}).catch(() => toastError('No pudimos descargar la plantilla'))
}
