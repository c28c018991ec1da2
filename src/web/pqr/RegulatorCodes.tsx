import { useState } from 'react'
import { pqrRegulatorApi, type RegulatorCode } from '#domain/pqr/regulator-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { LIST_NAMES } from './regulator-words.ts'

/** The numbers of the official dictionary for subjects, channels and services; the administrator writes them. */
export function RegulatorCodes() {
  const read = useRead(pqrRegulatorApi.codes, {})
  const canSave = useSession().user?.metadata.role === 'admin'
  const [edited, setEdited] = useState<RegulatorCode | null>(null)
  return (
    <Card title="Códigos del diccionario de la CRC">
      <Query of={read} lines={4} height={32}>
        {({ data }) => (
          <details className="pqr-details">
            <summary>{missingLabel(data.filter(({ code }) => code === null).length, data.length)}</summary>
            <RowList label="Códigos del diccionario de la CRC">
              {data.map((one) => (
                <li key={`${one.list}.${one.key}`}>
                  <span className="two-lines">
                    {one.label}
                    <small>{LIST_NAMES[one.list]}</small>
                  </span>
                  <span className="figures">{one.code ?? 'Falta'}</span>
                  {canSave && (
                    <Button
                      size="dense"
                      aria-label={`${one.code === null ? 'Escribir' : 'Cambiar'} el código de ${one.label}`}
                      onClick={() => setEdited(one)}
                    >
                      {one.code === null ? 'Escribir' : 'Cambiar'}
                    </Button>
                  )}
                </li>
              ))}
            </RowList>
          </details>
        )}
      </Query>
      {edited && <CodeDialog code={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

const missingLabel = (missing: number, all: number): string =>
  missing === 0 ? `Ver los ${all} códigos` : `Faltan ${missing} de ${all} códigos: verlos`

function CodeDialog({ code: { list, key, label, code }, onClose }: { code: RegulatorCode; onClose: () => void }) {
  const save = useChange(pqrRegulatorApi.saveCode)
  const form = useForm({
    schema: pqrRegulatorApi.saveCode.body,
    fields: ['code.code'],
    read: (typed) => ({ code: { list, key, code: typed['code.code'] } }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Código de ${label}`} label="Guardar código" form={form} onClose={onClose}>
      <TextField
        label="Número del diccionario oficial"
        {...form.field('code.code')}
        defaultValue={code ?? ''}
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
      />
    </FormDialog>
  )
}
