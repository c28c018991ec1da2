/** The columns of the file of the contracts that an outage left without service. */
export const OUTAGE_CONTRACT_COLUMNS = [
  { header: 'Contrato', at: 'no_contract' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Celular', at: 'phone' },
  { header: 'Dirección', at: 'address' },
  { header: 'Municipio', at: 'city' },
  { header: 'Minutos sin servicio', at: 'minutes' },
  { header: 'Ya en facturas (COP)', at: 'billed' },
  { header: 'Va en la próxima (COP)', at: 'waiting' },
] as const
