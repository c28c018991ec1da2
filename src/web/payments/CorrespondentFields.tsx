import { TextField } from '#web/ui/TextField.tsx'

export const CORRESPONDENT_HINT = 'El comprobante se paga en el corresponsal de pruebas de Wompi.'
/** What the button of the form does, before the amount: nothing is paid yet. */
export const CORRESPONDENT_ACTION = 'Pedir comprobante por'

type Props = {
  phone: string
  /** The name of the control of the phone. */
  phoneField: string
  error: string | undefined
}

/** What happens with a payment in cash, and the phone of the payer. */
export const CorrespondentFields = ({ phone, phoneField, error }: Props) => (
  <>
    <p>
      Te damos un comprobante con dos números. Los muestras en un corresponsal Bancolombia, pagas en efectivo y tu
      factura queda paga. Tienes tres días para hacerlo.
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
