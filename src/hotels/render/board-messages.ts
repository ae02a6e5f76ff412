import { BOARD_NAMES } from '../../offers/describe/describe-stay.ts';
import type { Locale } from '../../travel/locale.ts';
import type { BoardType } from '../../travel/stay.ts';

/** Boards as guests read them, in every language of answers. The code (`board_type`) is a value and stays. */
export function boardNames(locale: Locale): Readonly<Record<BoardType, string>> {
  return BOARDS[locale];
}

const BOARDS: Readonly<Record<Locale, Readonly<Record<BoardType, string>>>> = {
  en: BOARD_NAMES,
  fr: {
    RO: 'Chambre seule',
    BI: 'Petit-déjeuner compris',
    BB: 'Chambre et petit-déjeuner',
    HB: 'Demi-pension',
    FB: 'Pension complète',
    AI: 'Tout compris',
  },
  de: {
    RO: 'Nur Übernachtung',
    BI: 'Frühstück inklusive',
    BB: 'Übernachtung mit Frühstück',
    HB: 'Halbpension',
    FB: 'Vollpension',
    AI: 'All-inclusive',
  },
  es: {
    RO: 'Solo alojamiento',
    BI: 'Desayuno incluido',
    BB: 'Alojamiento y desayuno',
    HB: 'Media pensión',
    FB: 'Pensión completa',
    AI: 'Todo incluido',
  },
  zh: { RO: '不含餐', BI: '赠早餐', BB: '含早餐', HB: '半膳（含两餐）', FB: '全膳（含三餐）', AI: '全包' },
  ja: { RO: '素泊まり', BI: '朝食サービス', BB: '朝食付き', HB: '2食付き', FB: '3食付き', AI: 'オールインクルーシブ' },
  ko: {
    RO: '객실만',
    BI: '조식 제공',
    BB: '조식 포함',
    HB: '하프 보드(2식 포함)',
    FB: '풀 보드(3식 포함)',
    AI: '올 인클루시브',
  },
};
