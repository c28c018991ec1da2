import { useState } from 'react'
import { TRANSACTION_STATUSES } from '#domain/payments/transaction.ts'
import { TransactionBadge } from '#web/payments/TransactionBadge.tsx'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { CompanyMark } from '#web/ui/CompanyMark.tsx'
import { Facts, Figure } from '#web/ui/Facts.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { FilesField } from '#web/ui/FilesField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SignaturePad } from '#web/ui/SignaturePad.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { Wordmark } from '#web/ui/Wordmark.tsx'
import { PersonFields } from '#web/users/PersonFields.tsx'

const SAMPLE_FILE = new File(['Ana'], 'clientes-de-noviembre.csv')

/** The larger components: figures, data lists, steps, files, places, signatures, menus. */
export function KitPieces() {
  return (
    <>
      <ReadOnlyPieces />
      <InputPieces />
      <ActionPieces />
    </>
  )
}

function ReadOnlyPieces() {
  return (
    <Card title="Cifras y datos">
      <div className="figures-row">
        <Figure label="Debe" value="$ 129.900,00" note="Vence el 5 de diciembre de 2026" />
        <Figure label="Contratos" value={2} />
      </div>
      <Facts
        facts={[
          { label: 'Plan', value: 'Hogar 100' },
          { label: 'Dirección', value: 'Carrera 70 # 45-12, interior 301, barrio Los Pinos de la Montaña Alta' },
          { label: 'Teléfono fijo', value: '—' },
        ]}
      />
      <RowList label="Facturas">
        <li>
          <span className="two-lines">
            AF-2072 <small>vence el 30 de noviembre</small>
          </span>
          <span className="figures">$ 59.900,00</span>
        </li>
      </RowList>
      <p>
        {TRANSACTION_STATUSES.map((status) => (
          <TransactionBadge key={status} status={status} />
        ))}
      </p>
      <Wordmark />
      <CompanyMark company={{ name: 'Andina Fibra', logo_url: null, initial_letter: 'AF' }} />
      <Steps labels={['Subir archivo', 'Revisar', 'Resultado']} current={1} />
    </Card>
  )
}

function InputPieces() {
  const [file, setFile] = useState<File | null>(null)
  const [files, setFiles] = useState<readonly File[]>([SAMPLE_FILE])
  const [choice, setChoice] = useState<'peticion' | 'queja' | null>('queja')
  return (
    <Card title="Archivos, lugares y firma">
      <form className="form">
        <FileField label="Archivo" hint="CSV o XLSX, hasta 5 MB" accept=".csv,.xlsx" file={file} onFile={setFile} />
        <FileField label="Archivo elegido" accept=".csv" file={SAMPLE_FILE} onFile={setFile} />
        <FileField label="Sin archivo" accept=".csv" file={null} onFile={setFile} error="Elige un archivo" />
        <FilesField label="Fotos o PDF" hint="Hasta 3" accept="image/*" files={files} max={3} onFiles={setFiles} />
        <ChoiceField
          label="Qué es"
          name="kit-choice"
          options={[
            { value: 'peticion', label: 'Petición', about: 'Pides algo o una información' },
            { value: 'queja', label: 'Queja o reclamo', about: 'Algo no salió bien' },
          ]}
          value={choice}
          onChange={setChoice}
        />
        <TextAreaField label="Cuéntanos" id="kit-area" rows={4} error="Escribe al menos 20 caracteres" />
        <PersonFields errors={{}} />
        <PlaceFields of="kit" errors={{}} place={{ department: 'Antioquia', city: 'Envigado' }} />
        <PlaceFields of="kit-empty" errors={{ 'kit-empty.city': 'El municipio es requerido' }} place={undefined} />
        <SignaturePad label="Firma" id="kit-signature" onDraw={ignore} />
        <SignaturePad label="Firma sin dibujar" id="kit-no-signature" onDraw={ignore} error="Dibuja la firma" />
      </form>
    </Card>
  )
}

const ignore = (): void => undefined

function ActionPieces() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Menú y formulario">
      <div className="kit__row">
        <Menu
          label="Acciones de AF-000001"
          items={[
            { label: 'Editar', onSelect: ignore },
            { label: 'Activar servicio', onSelect: ignore, disabledReason: 'El contrato es un borrador' },
            { label: 'Anular', onSelect: ignore, isDanger: true },
          ]}
        />
        <Button onClick={() => setOpen(true)}>Abrir formulario</Button>
      </div>
      {isOpen && (
        <FormDialog
          title="Suspender el servicio"
          label="Suspender"
          tone="danger"
          form={{
            summary: [{ fieldId: 'kit-reason', message: 'Escribe el motivo' }],
            attempt: 0,
            failure: null,
            isBusy: false,
            onSubmit: (event) => event.preventDefault(),
          }}
          onClose={() => setOpen(false)}
        >
          <TextField label="Motivo" id="kit-reason" error="Escribe el motivo" />
        </FormDialog>
      )}
    </Card>
  )
}
