/**
 * What cities are called besides the names of the bundle and its languages, by city code: their own names where those are in
 * none of our languages, and names of before that people still type. Only looked for, never answered.
 */
export const CITY_ALIASES: Readonly<Record<string, readonly string[]>> = {
  ROM: ['Roma'], MIL: ['Milano'], NAP: ['Napoli'], TRN: ['Torino'], VCE: ['Venezia'], FLR: ['Firenze'],
  LIS: ['Lisboa'], OPO: ['Oporto'], SVQ: ['Sevilla'], BIO: ['Bilbo'],
  PAR: ['Paname'], NCE: ['Nizza'], MRS: ['Marsiglia'], SXB: ['Straßburg'], EAP: ['Basel', 'Bâle', 'Basilea'], GVA: ['Genève', 'Genf'],
  PRG: ['Praha'], VIE: ['Wien'], MUC: ['München'], CGN: ['Köln'], NUE: ['Nürnberg'], HAJ: ['Hannover'], ZRH: ['Zürich'],
  BRU: ['Bruxelles', 'Brussel'], LUX: ['Lëtzebuerg'], CPH: ['København'], GOT: ['Göteborg'], HEL: ['Helsingfors'],
  WAW: ['Warszawa'], KRK: ['Kraków'], WRO: ['Wrocław', 'Breslau'], GDN: ['Gdańsk', 'Danzig'], BEG: ['Beograd'], BUH: ['București'],
  ATH: ['Athina'], SKG: ['Saloniki'], HER: ['Iraklio'], CFU: ['Kerkyra'], RHO: ['Rodos'], JTR: ['Thira'],
  MOW: ['Moskva'], LED: ['Sankt-Peterburg', 'Leningrad'], TBS: ['Tiflis'], EVN: ['Erevan'], BAK: ['Bakı'], TAS: ['Toshkent'], ALA: ['Alma-Ata'], NQZ: ['Nur-Sultan'], ULN: ['Ulan Bator'],
  SGN: ['Saigon', 'Sài Gòn'], RGN: ['Rangoon'], JOG: ['Jogja'], DPS: ['Bali'], KUL: ['KL'],
  BOM: ['Bombay'], CCU: ['Calcutta'], MAA: ['Madras'], BLR: ['Bangalore'], TRV: ['Trivandrum'], COK: ['Cochin'], PNQ: ['Poona'], VNS: ['Benares'], CGP: ['Chittagong'], DAC: ['Dacca'],
  BJS: ['Peking'], CAN: ['Canton'], NKG: ['Nanking'], TAO: ['Tsingtao'], XMN: ['Amoy'], CKG: ['Chungking'], SIA: ['Sian'], MFM: ['Macao'], TPE: ['Taibei'],
  CAI: ['Al-Qahira'], ALG: ['Alger'], TNG: ['Tangier'], RAK: ['Marrakech'], THR: ['Teheran'], DXB: ['Dubayy'], CPT: ['Kaapstad'], JNB: ['Joburg'], HAV: ['La Habana'],
};
