import { type ReactNode, useState } from 'react'
import { SUBJECT_MAX, TEXT_MAX, TEXT_MIN } from '#domain/pqr/case.ts'
import {
  DATA_REQUEST_LABELS,
  DATA_REQUESTS,
  type DataRequest,
  dataRequestOf,
  isDataCase,
  PQR_TYPE_LABELS,
  PQR_TYPES,
  type PqrType,
  type ResponseChannel,
  TYPOLOGIES,
  TYPOLOGY_LABELS,
  type Typology,
} from '#domain/pqr/topics.ts'
import type { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { CaseFilesField } from './CaseFilesField.tsx'
import { DATA_ABOUT, DESK_DATA_ABOUT, DESK_TYPE_ABOUT, TYPE_ABOUT } from './words.ts'

/** What was chosen until now. */
export type About = { type: PqrType | null; typology: Typology | null }

type Props = {
  field: ReturnType<typeof useForm>['field']
  /** What the form is about at first: the type and the subject matter. */
  initial?: { type?: PqrType; typology?: Typology; subject?: string }
  /** How the answer may be received, each with its explanation. */
  channels: readonly { value: ResponseChannel; label: string; about?: ReactNode }[]
  /** The contract and the amount, after the subject matter; a function, when they depend on it. */
  children?: ReactNode | ((about: About) => ReactNode)
  /** The chosen files; absent where files cannot be sent. */
  files?: { chosen: readonly File[]; onFiles: (files: readonly File[]) => void }
  /** Whether the words are for the staff, who write what a client says. */
  isDesk?: boolean
}

/** What a complaint says: its type, its subject matter, its text, its files, and how the answer is received (PQR-01). */
export function ComplaintFields({ field, initial = {}, channels, children, files, isDesk = false }: Props) {
  const [type, setType] = useState<PqrType | null>(initial.type ?? null)
  const [typology, setTypology] = useState<Typology | null>(initial.typology ?? null)
  return (
    <>
      <ChoiceField
        label={isDesk ? 'Qué radica' : 'Qué quieres radicar'}
        {...field('pqr.type')}
        options={PQR_TYPES.map((value) => ({
          value,
          label: PQR_TYPE_LABELS[value],
          about: (isDesk ? DESK_TYPE_ABOUT : TYPE_ABOUT)[value],
        }))}
        value={type}
        onChange={setType}
      />
      <SelectField
        label="Tema"
        {...field('pqr.typology')}
        value={typology ?? ''}
        onChange={(event) => setTypology(TYPOLOGIES.find((one) => one === event.target.value) ?? null)}
        options={[
          { value: '', label: 'Elige el tema' },
          ...TYPOLOGIES.map((value) => ({ value, label: TYPOLOGY_LABELS[value] })),
        ]}
      />
      {type !== null && isDataCase(type, typology) && (
        <DataRequestField key={type} type={type} field={field} isDesk={isDesk} />
      )}
      {typeof children === 'function' ? children({ type, typology }) : children}
      <TextField
        label="Asunto"
        hint="En pocas palabras: «Me cobraron dos veces octubre»"
        {...field('pqr.subject')}
        defaultValue={initial.subject}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
      />
      <TextAreaField
        label={isDesk ? 'Qué pasó, en sus palabras' : 'Cuéntanos qué pasó'}
        hint={`Con al menos ${TEXT_MIN} letras. Sirven las fechas, los valores y lo que ${isDesk ? 'pide' : 'esperas'}.`}
        {...field('pqr.text')}
        rows={6}
        maxLength={TEXT_MAX}
      />
      {files && (
        <CaseFilesField
          label={isDesk ? 'Fotos o documentos (si los trae)' : 'Fotos o documentos (si quieres)'}
          id="pqr.files"
          files={files.chosen}
          onFiles={files.onFiles}
        />
      )}
      <AnswerChannel field={field} channels={channels} isDesk={isDesk} />
    </>
  )
}

/** Whether a case about personal data is a query or a claim, which have their own terms: at first, what its type says (R5.8). */
function DataRequestField({ type, field, isDesk }: Pick<Props, 'field' | 'isDesk'> & { type: PqrType }) {
  const [request, setRequest] = useState<DataRequest>(dataRequestOf(type))
  return (
    <ChoiceField
      label={isDesk ? 'Qué pide sobre sus datos personales' : 'Qué pides sobre tus datos personales'}
      {...field('pqr.data_request')}
      options={DATA_REQUESTS.map((value) => ({
        value,
        label: DATA_REQUEST_LABELS[value],
        about: (isDesk ? DESK_DATA_ABOUT : DATA_ABOUT)[value],
      }))}
      value={request}
      onChange={setRequest}
    />
  )
}

/** How the answer is received, and the address of one on paper. */
function AnswerChannel({ field, channels, isDesk = false }: Pick<Props, 'field' | 'channels' | 'isDesk'>) {
  const [channel, setChannel] = useState<ResponseChannel | null>(channels[0]?.value ?? null)
  return (
    <>
      <ChoiceField
        label={isDesk ? 'Cómo recibe la respuesta' : 'Cómo quieres la respuesta'}
        {...field('pqr.response_channel')}
        options={channels}
        value={channel}
        onChange={setChannel}
      />
      {channel === 'direccion' && (
        <TextField
          label="Dirección para la respuesta"
          hint="Con el municipio"
          {...field('pqr.response_address')}
          maxLength={160}
          autoComplete="street-address"
        />
      )}
    </>
  )
}
