import type { Locale } from '../../travel/locale.ts';
import { decimalPlaces, describeMoney, majorUnits, type Money } from '../../travel/money.ts';
import { ADVICE_MESSAGES, type AdviceLabel } from '../model/advice.ts';

/** Title and description beside each label of `jinko_advice`. The label itself is a value and stays English. */
export type AdviceMessages = Readonly<Record<AdviceLabel, { readonly title: string; readonly description: string }>>;

/** The texts of `jinko_advice` in a language. */
export function adviceMessages(locale: Locale): AdviceMessages {
  return ADVICE[locale];
}

/**
 * Makes a function that formats amounts of one currency for a language. The currency is always its code, because `$`
 * stands for several.
 */
export function moneyFormatter(currency: string, locale: Locale): (amount: Money) => string {
  if (locale === 'en') return describeMoney;
  const decimals = decimalPlaces(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (amount) => format.format(majorUnits(amount));
}

const ADVICE: Readonly<Record<Locale, AdviceMessages>> = {
  en: ADVICE_MESSAGES,
  fr: {
    Lowest: {
      title: 'Prix le plus bas observé',
      description:
        'Rien de moins cher n’a été vu pour cette liaison, cette saison et ce délai. Attendre a peu de chances de payer.',
    },
    Low: {
      title: 'Bon prix',
      description: 'Moins cher que les trois quarts des tarifs pour cette liaison, cette saison et ce délai.',
    },
    Medium: {
      title: 'Prix habituel',
      description: 'Dans la fourchette habituelle pour cette liaison, cette saison et ce délai.',
    },
    High: {
      title: 'Prix élevé',
      description:
        'Plus cher que les trois quarts des tarifs pour cette liaison, cette saison et ce délai. D’autres dates ou d’autres vols peuvent être moins chers.',
    },
  },
  de: {
    Lowest: {
      title: 'Niedrigster beobachteter Preis',
      description:
        'Für diese Strecke, Reisezeit und Vorausbuchung wurde nichts Günstigeres beobachtet. Warten lohnt sich kaum.',
    },
    Low: {
      title: 'Guter Preis',
      description: 'Günstiger als drei Viertel der Tarife für diese Strecke, Reisezeit und Vorausbuchung.',
    },
    Medium: {
      title: 'Üblicher Preis',
      description: 'Im üblichen Rahmen für diese Strecke, Reisezeit und Vorausbuchung.',
    },
    High: {
      title: 'Hoher Preis',
      description:
        'Teurer als drei Viertel der Tarife für diese Strecke, Reisezeit und Vorausbuchung. Andere Tage oder Flüge können günstiger sein.',
    },
  },
  es: {
    Lowest: {
      title: 'El precio más bajo visto',
      description:
        'No se ha visto nada más barato para esta ruta, temporada y antelación. Es poco probable que compense esperar.',
    },
    Low: {
      title: 'Buen precio',
      description: 'Más barato que tres cuartas partes de las tarifas para esta ruta, temporada y antelación.',
    },
    Medium: { title: 'Precio habitual', description: 'Dentro de lo habitual para esta ruta, temporada y antelación.' },
    High: {
      title: 'Precio alto',
      description:
        'Más caro que tres cuartas partes de las tarifas para esta ruta, temporada y antelación. Otras fechas u otros vuelos pueden ser más baratos.',
    },
  },
  zh: {
    Lowest: {
      title: '已知最低价',
      description: '就此航线、季节和提前购票天数而言，没有见过更低的价格。继续等待不太可能更划算。',
    },
    Low: { title: '价格划算', description: '低于此航线、季节和提前购票天数下四分之三的票价。' },
    Medium: { title: '价格正常', description: '处于此航线、季节和提前购票天数下的正常范围。' },
    High: {
      title: '价格偏高',
      description: '高于此航线、季节和提前购票天数下四分之三的票价。其他日期或航班可能更便宜。',
    },
  },
  ja: {
    Lowest: {
      title: 'これまでの最安値',
      description:
        'この路線・季節・購入時期で、これより安い運賃は確認されていません。待っても下がる見込みはあまりありません。',
    },
    Low: { title: 'お得な価格', description: 'この路線・季節・購入時期の運賃の4分の3より安い価格です。' },
    Medium: { title: '通常の価格', description: 'この路線・季節・購入時期の通常の範囲内の価格です。' },
    High: {
      title: '高めの価格',
      description: 'この路線・季節・購入時期の運賃の4分の3より高い価格です。別の日付や便のほうが安い場合があります。',
    },
  },
  ko: {
    Lowest: {
      title: '지금까지의 최저가',
      description:
        '이 노선, 계절, 구매 시점에서 더 저렴한 운임은 확인되지 않았습니다. 기다려도 내려갈 가능성은 낮습니다.',
    },
    Low: { title: '저렴한 가격', description: '이 노선, 계절, 구매 시점의 운임 4분의 3보다 저렴합니다.' },
    Medium: { title: '보통 가격', description: '이 노선, 계절, 구매 시점의 일반적인 범위에 있습니다.' },
    High: {
      title: '높은 가격',
      description: '이 노선, 계절, 구매 시점의 운임 4분의 3보다 비쌉니다. 다른 날짜나 항공편이 더 저렴할 수 있습니다.',
    },
  },
};
