const CAUSES: Readonly<Record<string, string>> = {
  cuts: 'detuvo los cortes de un equipo de red: hay más de los que se envían sin confirmar',
  credentials: 'detuvo las órdenes de un equipo de red: no aceptó las credenciales',
}
const DIFFERENCES =
  'detuvo las correcciones de un equipo de red: hay más diferencias de las que se corrigen sin confirmar'

/** What stopped a device of the network, in words. */
export const haltSentence = (reason: string): string => CAUSES[reason] ?? DIFFERENCES
