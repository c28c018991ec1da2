import { ONLINE_LABELS, type OnlineMethod, SCREEN_IDS } from '#domain/integrations/online-method.ts'

const MARKS: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'N',
  pse: 'PSE',
  bancolombia_transfer: 'B',
  card: 'T',
  bancolombia_collect: '$',
  wompi_page: 'W',
}
const ABOUT: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'Apruebas en tu app, sin salir del celular',
  pse: 'Desde la cuenta de tu banco',
  bancolombia_transfer: 'Entras a Bancolombia, apruebas el pago y vuelves aquí',
  card: 'Crédito o débito, en las cuotas que elijas',
  bancolombia_collect: 'Con dos números que muestras en un corresponsal Bancolombia',
  wompi_page: 'Otros medios: escoges entre todos los que recibe tu proveedor, y vuelves aquí',
}

type Props = {
  /** The methods that the company offers. */
  offered: readonly OnlineMethod[]
  method: OnlineMethod | null
  onChoose: (method: OnlineMethod) => void
}

/** The choice between the methods of an online payment. */
export const MethodChoice = ({ offered, method, onChoose }: Props) => (
  <fieldset className="paying">
    <legend className="visually-hidden">Medio de pago</legend>
    {offered.map((one) => (
      <label key={one} className="choice">
        <input
          type="radio"
          name="method"
          id={SCREEN_IDS[one]}
          value={SCREEN_IDS[one]}
          checked={method === one}
          onChange={() => onChoose(one)}
        />
        <span className="choice__mark" aria-hidden="true">
          {MARKS[one]}
        </span>
        <span className="choice__text">
          <strong>{ONLINE_LABELS[one]}</strong>
          <small>{ABOUT[one]}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
