import { TextField } from '#web/ui/TextField.tsx'

type Props = {
  phone: string
  /** The name of the control. */
  phoneField: string
  error: string | undefined
}

/** The phone of the payer, which Wompi asks for with each method. */
export const PayerPhoneField = ({ phone, phoneField, error }: Props) => (
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
)
