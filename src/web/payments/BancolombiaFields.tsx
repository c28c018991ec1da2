import { TextField } from '#web/ui/TextField.tsx'

export const BANCOLOMBIA_HINT = 'La página de prueba de Bancolombia deja escoger cómo termina el pago.'

type Props = {
  phone: string
  /** The name of the control of the phone. */
  phoneField: string
  error: string | undefined
}

/** What happens with the button of Bancolombia, and the phone of the payer. The bank asks the rest on its own page. */
export const BancolombiaFields = ({ phone, phoneField, error }: Props) => (
  <>
    <p>
      Te llevamos a Bancolombia: entras con tu usuario, apruebas el pago desde tu cuenta y vuelves aquí con el
      resultado.
    </p>
    <TextField
      label="Celular"
      id={phoneField}
      name={phoneField}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      defaultValue={phone}
      error={error}
    />
  </>
)
