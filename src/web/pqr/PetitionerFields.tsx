import { IDENTIFICATION_LABELS, IDENTIFICATION_TYPES } from '#domain/clients/client.ts'
import type { useForm } from '#web/core/use-form.ts'
import { SelectField, TextField } from '#web/ui/TextField.tsx'

type Props = {
  field: ReturnType<typeof useForm>['field']
  /** Whether the person fills it in: its own data are completed by the browser. */
  isOwn?: boolean
}

/** The data of a person who is no client: at least the name and the document (R3.2). */
export function PetitionerFields({ field, isOwn = false }: Props) {
  const at = (name: string) => field(`pqr.petitioner.${name}`)
  const complete = (token: string): string => (isOwn ? token : 'off')
  return (
    <>
      <TextField label="Nombre completo" {...at('name')} maxLength={120} autoComplete={complete('name')} />
      <div className="form__pair">
        <SelectField
          label="Tipo de documento"
          {...at('type_identification')}
          options={IDENTIFICATION_TYPES.map((value) => ({ value, label: IDENTIFICATION_LABELS[value] }))}
        />
        <TextField
          label="Número de documento"
          {...at('identification')}
          maxLength={24}
          autoComplete="off"
          inputMode="numeric"
        />
      </div>
      <div className="form__pair">
        <TextField
          label="Correo"
          hint="Ahí llega la constancia"
          {...at('email')}
          type="email"
          autoComplete={complete('email')}
        />
        <TextField
          label="Celular o fijo"
          hint="10 dígitos"
          {...at('phone')}
          type="tel"
          maxLength={30}
          autoComplete={complete('tel-national')}
        />
      </div>
      <TextField
        label="Dirección"
        hint="Con el municipio"
        {...at('address')}
        maxLength={160}
        autoComplete={complete('street-address')}
      />
    </>
  )
}
