import type { CabinClass, FlightAncillary } from '../../travel/flight.ts';
import type { Locale } from '../../travel/locale.ts';

/** The messages of a language for the conditions of a fare. Amounts and times arrive as text of that language. */
export interface FareMessages {
  /** `1 cabin bag of 12 kg`, `No checked bag`. */
  bags(
    allowance: { readonly pieces: number | undefined; readonly weight: number | undefined },
    kind: 'cabin' | 'checked',
  ): string;
  /** A bag that can be bought. English uses the supplier's description. */
  extraBag(bag: Pick<FlightAncillary, 'type' | 'weightKg' | 'description'>): string;
  /** Flights in another cabin than the fare's: `Business on AF1184`. */
  cabinOn(cabin: CabinClass, flights: string): string;
  readonly seatIncluded: string;
  readonly seatNotIncluded: string;
  readonly priorityBoarding: string;
  readonly nameChangeable: string;
  readonly changeNotAllowed: string;
  readonly refundNotAllowed: string;
  /** The supplier does not say whether it is allowed. */
  readonly changeUnknown: string;
  readonly refundUnknown: string;
  /** `windows` are worded by `fee` and `until`, the earliest deadline first. */
  change(windows: readonly string[]): string;
  refund(windows: readonly string[]): string;
  readonly free: string;
  fee(amount: string): string;
  /** Allowed, at a price that the supplier does not say. */
  readonly feeUnknown: string;
  readonly untilDeparture: string;
  until(time: string): string;
  readonly noShowWorthless: string;
  /** After a no-show another flight can be taken: for which fee, and until which time after departure. */
  noShowLater(fee: string, time: string | undefined): string;
  days(count: number): string;
  hours(count: number): string;
  minutes(count: number): string;
  advancePurchase(days: number): string;
  readonly saturdayNight: string;
  stay(least: number, most: number | undefined): string;
}

/** The messages of a language. */
export function fareMessages(locale: Locale): FareMessages {
  return MESSAGES[locale];
}

/** Makes the `bags` message of a language: number, noun and weight of each. */
function bagsWith(
  labels: { readonly none: string; readonly one: string; readonly many: string; readonly unknown: string },
  joinWeight: (weight: number) => string,
) {
  return ({ pieces, weight }: Parameters<FareMessages['bags']>[0]): string => {
    if (pieces === undefined) return labels.unknown;
    if (pieces === 0) return labels.none;
    return `${pieces} ${pieces === 1 ? labels.one : labels.many}${weight === undefined ? '' : joinWeight(weight)}`;
  };
}

/** Makes the `extraBag` message of a language: noun and weight. */
function bagOf(
  labels: { readonly hold: string; readonly cabin: string },
  joinWeight: (weight: number) => string,
): FareMessages['extraBag'] {
  return ({ type, weightKg }) =>
    `${type === 'carry_on' ? labels.cabin : labels.hold}${weightKg === undefined ? '' : joinWeight(weightKg)}`;
}

type CabinNames = Readonly<Record<CabinClass, string>>;
const EN_CABINS: CabinNames = {
  economy: 'Economy',
  premium_economy: 'Premium economy',
  business: 'Business',
  first: 'First',
};
const FR_CABINS: CabinNames = {
  economy: 'Économique',
  premium_economy: 'Premium économique',
  business: 'Affaires',
  first: 'Première',
};
const DE_CABINS: CabinNames = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First',
};
const ES_CABINS: CabinNames = {
  economy: 'Turista',
  premium_economy: 'Turista premium',
  business: 'Business',
  first: 'Primera',
};
const ZH_CABINS: CabinNames = { economy: '经济舱', premium_economy: '超级经济舱', business: '公务舱', first: '头等舱' };
const JA_CABINS: CabinNames = {
  economy: 'エコノミークラス',
  premium_economy: 'プレミアムエコノミークラス',
  business: 'ビジネスクラス',
  first: 'ファーストクラス',
};
const KO_CABINS: CabinNames = {
  economy: '일반석',
  premium_economy: '프리미엄 일반석',
  business: '비즈니스석',
  first: '일등석',
};

const EN_CABIN = bagsWith(
  { none: 'No cabin bag', one: 'cabin bag', many: 'cabin bags', unknown: 'Cabin bag: not stated by the airline' },
  (kg) => ` of ${kg} kg`,
);
const EN_CHECKED = bagsWith(
  {
    none: 'No checked bag',
    one: 'checked bag',
    many: 'checked bags',
    unknown: 'Checked bag: not stated by the airline',
  },
  (kg) => ` of ${kg} kg`,
);
const FR_CABIN = bagsWith(
  {
    none: 'Aucun bagage cabine',
    one: 'bagage cabine',
    many: 'bagages cabine',
    unknown: 'Bagage cabine : non précisé par la compagnie',
  },
  (kg) => ` de ${kg} kg`,
);
const FR_CHECKED = bagsWith(
  {
    none: 'Aucun bagage en soute',
    one: 'bagage en soute',
    many: 'bagages en soute',
    unknown: 'Bagage en soute : non précisé par la compagnie',
  },
  (kg) => ` de ${kg} kg`,
);
const DE_CABIN = bagsWith(
  {
    none: 'Kein Handgepäckstück',
    one: 'Handgepäckstück',
    many: 'Handgepäckstücke',
    unknown: 'Handgepäck: von der Fluggesellschaft nicht angegeben',
  },
  (kg) => ` bis ${kg} kg`,
);
const DE_CHECKED = bagsWith(
  {
    none: 'Kein Aufgabegepäck',
    one: 'Aufgabegepäckstück',
    many: 'Aufgabegepäckstücke',
    unknown: 'Aufgabegepäck: von der Fluggesellschaft nicht angegeben',
  },
  (kg) => ` bis ${kg} kg`,
);
const ES_CABIN = bagsWith(
  {
    none: 'Sin equipaje de mano',
    one: 'equipaje de mano',
    many: 'equipajes de mano',
    unknown: 'Equipaje de mano: la aerolínea no lo indica',
  },
  (kg) => ` de ${kg} kg`,
);
const ES_CHECKED = bagsWith(
  {
    none: 'Sin equipaje facturado',
    one: 'maleta facturada',
    many: 'maletas facturadas',
    unknown: 'Equipaje facturado: la aerolínea no lo indica',
  },
  (kg) => ` de ${kg} kg`,
);

const EN: FareMessages = {
  bags: (allowance, kind) => (kind === 'cabin' ? EN_CABIN : EN_CHECKED)(allowance),
  extraBag: ({ description }) => description,
  cabinOn: (cabin, flights) => `${EN_CABINS[cabin]} on ${flights}`,
  seatIncluded: 'Seat selection included',
  seatNotIncluded: 'Seat selection not included',
  priorityBoarding: 'Priority boarding',
  nameChangeable: 'Name can be changed',
  changeNotAllowed: 'Change not allowed.',
  refundNotAllowed: 'Refund not allowed.',
  changeUnknown: 'Changes: set by the airline; ask before you change.',
  refundUnknown: 'Refund: set by the airline; ask before you cancel.',
  change: (windows) => `Change ${windows.join(', ')}. A fare difference may apply.`,
  refund: (windows) => `Refund ${windows.join(', ')}.`,
  free: 'free of charge',
  feeUnknown: 'for a fee set by the airline',
  fee: (amount) => `for ${amount} per traveler`,
  untilDeparture: 'before departure',
  until: (time) => `until ${time} before departure`,
  noShowWorthless: 'After a no-show the ticket is worthless.',
  noShowLater: (fee, time) =>
    `After a no-show, a later flight ${fee}${time === undefined ? '' : ` until ${time} after departure`}; then the ticket is worthless.`,
  days: (count) => `${count} days`,
  hours: (count) => `${count} h`,
  minutes: (count) => `${count} min`,
  advancePurchase: (days) => `To be bought at least ${days} days before departure.`,
  saturdayNight: 'The stay includes a Saturday night.',
  stay: (least, most) => `The stay lasts at least ${least} nights${most === undefined ? '' : `, at most ${most}`}.`,
};
const FR: FareMessages = {
  bags: (allowance, kind) => (kind === 'cabin' ? FR_CABIN : FR_CHECKED)(allowance),
  extraBag: bagOf(
    { hold: 'Bagage en soute supplémentaire', cabin: 'Bagage cabine supplémentaire' },
    (kg) => `, ${kg} kg`,
  ),
  cabinOn: (cabin, flights) => `${FR_CABINS[cabin]} sur ${flights}`,
  seatIncluded: 'Choix du siège inclus',
  seatNotIncluded: 'Choix du siège non inclus',
  priorityBoarding: 'Embarquement prioritaire',
  nameChangeable: 'Changement de nom possible',
  changeNotAllowed: 'Modification impossible.',
  refundNotAllowed: 'Non remboursable.',
  changeUnknown: 'Modification : fixée par la compagnie ; renseignez-vous avant de modifier.',
  refundUnknown: 'Remboursement : fixé par la compagnie ; renseignez-vous avant d’annuler.',
  change: (windows) => `Modification ${windows.join(', ')}. Une différence de tarif peut s’appliquer.`,
  refund: (windows) => `Remboursement ${windows.join(', ')}.`,
  free: 'sans frais',
  feeUnknown: 'moyennant des frais fixés par la compagnie',
  fee: (amount) => `moyennant ${amount} par voyageur`,
  untilDeparture: 'avant le départ',
  until: (time) => `jusqu’à ${time} avant le départ`,
  noShowWorthless: 'Sans présentation au départ, le billet perd toute valeur.',
  noShowLater: (fee, time) =>
    `Sans présentation au départ, un vol ultérieur ${fee}${time === undefined ? '' : `, jusqu’à ${time} après le départ`} ; ensuite le billet perd toute valeur.`,
  days: (count) => `${count} jours`,
  hours: (count) => `${count} h`,
  minutes: (count) => `${count} min`,
  advancePurchase: (days) => `À acheter au moins ${days} jours avant le départ.`,
  saturdayNight: 'Le séjour comprend une nuit de samedi à dimanche.',
  stay: (least, most) => `Le séjour dure au moins ${least} nuits${most === undefined ? '' : `, au plus ${most}`}.`,
};
const DE: FareMessages = {
  bags: (allowance, kind) => (kind === 'cabin' ? DE_CABIN : DE_CHECKED)(allowance),
  extraBag: bagOf({ hold: 'Zusätzliches Aufgabegepäck', cabin: 'Zusätzliches Handgepäck' }, (kg) => `, ${kg} kg`),
  cabinOn: (cabin, flights) => `${DE_CABINS[cabin]} auf ${flights}`,
  seatIncluded: 'Sitzplatzwahl inklusive',
  seatNotIncluded: 'Sitzplatzwahl nicht inklusive',
  priorityBoarding: 'Bevorzugtes Boarding',
  nameChangeable: 'Namensänderung möglich',
  changeNotAllowed: 'Umbuchung nicht möglich.',
  refundNotAllowed: 'Keine Erstattung.',
  changeUnknown: 'Umbuchung: legt die Fluggesellschaft fest; bitte vor der Umbuchung anfragen.',
  refundUnknown: 'Erstattung: legt die Fluggesellschaft fest; bitte vor der Stornierung anfragen.',
  change: (windows) => `Umbuchung ${windows.join(', ')}. Eine Tarifdifferenz kann anfallen.`,
  refund: (windows) => `Erstattung ${windows.join(', ')}.`,
  free: 'kostenlos',
  feeUnknown: 'gegen eine Gebühr, die die Fluggesellschaft festlegt,',
  fee: (amount) => `für ${amount} pro Person`,
  untilDeparture: 'vor Abflug',
  until: (time) => `bis ${time} vor Abflug`,
  noShowWorthless: 'Bei Nichtantritt verfällt das Ticket.',
  noShowLater: (fee, time) =>
    `Bei Nichtantritt ein späterer Flug ${fee}${time === undefined ? '' : ` bis ${time} nach Abflug`}; danach verfällt das Ticket.`,
  days: (count) => `${count} Tage`,
  hours: (count) => `${count} Std.`,
  minutes: (count) => `${count} Min.`,
  advancePurchase: (days) => `Kauf mindestens ${days} Tage vor Abflug.`,
  saturdayNight: 'Der Aufenthalt schließt eine Nacht von Samstag auf Sonntag ein.',
  stay: (least, most) =>
    `Der Aufenthalt dauert mindestens ${least} Nächte${most === undefined ? '' : `, höchstens ${most}`}.`,
};
const ES: FareMessages = {
  bags: (allowance, kind) => (kind === 'cabin' ? ES_CABIN : ES_CHECKED)(allowance),
  extraBag: bagOf({ hold: 'Maleta facturada adicional', cabin: 'Equipaje de mano adicional' }, (kg) => `, ${kg} kg`),
  cabinOn: (cabin, flights) => `${ES_CABINS[cabin]} en ${flights}`,
  seatIncluded: 'Elección de asiento incluida',
  seatNotIncluded: 'Elección de asiento no incluida',
  priorityBoarding: 'Embarque prioritario',
  nameChangeable: 'Se puede cambiar el nombre',
  changeNotAllowed: 'No admite cambios.',
  refundNotAllowed: 'No reembolsable.',
  changeUnknown: 'Cambios: los fija la aerolínea; consulte antes de cambiar.',
  refundUnknown: 'Reembolso: lo fija la aerolínea; consulte antes de cancelar.',
  change: (windows) => `Cambio ${windows.join(', ')}. Puede aplicarse una diferencia de tarifa.`,
  refund: (windows) => `Reembolso ${windows.join(', ')}.`,
  free: 'sin coste',
  feeUnknown: 'con un cargo que fija la aerolínea',
  fee: (amount) => `por ${amount} por viajero`,
  untilDeparture: 'antes de la salida',
  until: (time) => `hasta ${time} antes de la salida`,
  noShowWorthless: 'Si no se presenta, el billete pierde su valor.',
  noShowLater: (fee, time) =>
    `Si no se presenta, un vuelo posterior ${fee}${time === undefined ? '' : ` hasta ${time} después de la salida`}; después el billete pierde su valor.`,
  days: (count) => `${count} días`,
  hours: (count) => `${count} h`,
  minutes: (count) => `${count} min`,
  advancePurchase: (days) => `Debe comprarse al menos ${days} días antes de la salida.`,
  saturdayNight: 'La estancia incluye la noche del sábado al domingo.',
  stay: (least, most) =>
    `La estancia dura al menos ${least} noches${most === undefined ? '' : ` y como máximo ${most}`}.`,
};
const ZH: FareMessages = {
  bags: ({ pieces, weight }, kind) => bagsInChinese(pieces, weight, kind === 'cabin' ? '手提行李' : '托运行李'),
  extraBag: bagOf({ hold: '额外托运行李', cabin: '额外手提行李' }, (kg) => `，${kg} 公斤`),
  cabinOn: (cabin, flights) => `${flights}：${ZH_CABINS[cabin]}`,
  seatIncluded: '含选座',
  seatNotIncluded: '不含选座',
  priorityBoarding: '优先登机',
  nameChangeable: '可更改姓名',
  changeNotAllowed: '不可改签。',
  refundNotAllowed: '不可退票。',
  changeUnknown: '改签：由航空公司规定，改签前请先咨询。',
  refundUnknown: '退票：由航空公司规定，退票前请先咨询。',
  change: (windows) => `改签：${windows.join('；')}。可能需补票价差额。`,
  refund: (windows) => `退票：${windows.join('；')}。`,
  free: '免费',
  feeUnknown: '费用由航空公司规定',
  fee: (amount) => `每位旅客 ${amount}`,
  untilDeparture: '（起飞前）',
  until: (time) => `（起飞前 ${time}以前）`,
  noShowWorthless: '误机后机票作废。',
  noShowLater: (fee, time) =>
    `误机后可改乘后续航班：${fee}${time === undefined ? '' : `（起飞后 ${time}内）`}；此后机票作废。`,
  days: (count) => `${count} 天`,
  hours: (count) => `${count} 小时`,
  minutes: (count) => `${count} 分钟`,
  advancePurchase: (days) => `须至少提前 ${days} 天购买。`,
  saturdayNight: '停留须包含周六晚。',
  stay: (least, most) => `至少停留 ${least} 晚${most === undefined ? '' : `，至多 ${most} 晚`}。`,
};
const JA: FareMessages = {
  bags: ({ pieces, weight }, kind) =>
    bagsInJapanese(pieces, weight, kind === 'cabin' ? '機内持ち込み手荷物' : '受託手荷物'),
  extraBag: bagOf({ hold: '追加の受託手荷物', cabin: '追加の機内持ち込み手荷物' }, (kg) => `（${kg} kg）`),
  cabinOn: (cabin, flights) => `${flights}：${JA_CABINS[cabin]}`,
  seatIncluded: '座席指定込み',
  seatNotIncluded: '座席指定は別料金',
  priorityBoarding: '優先搭乗',
  nameChangeable: '名義変更可',
  changeNotAllowed: '変更不可。',
  refundNotAllowed: '払い戻し不可。',
  changeUnknown: '変更：航空会社の規定によります。変更前にお問い合わせください。',
  refundUnknown: '払い戻し：航空会社の規定によります。キャンセル前にお問い合わせください。',
  change: (windows) => `変更：${windows.join('、')}。運賃差額が生じる場合があります。`,
  refund: (windows) => `払い戻し：${windows.join('、')}。`,
  free: '無料',
  feeUnknown: '手数料は航空会社の規定による',
  fee: (amount) => `お一人様 ${amount}`,
  untilDeparture: '（出発前）',
  until: (time) => `（出発の ${time}前まで）`,
  noShowWorthless: '搭乗されなかった場合、航空券は無効になります。',
  noShowLater: (fee, time) =>
    `搭乗されなかった場合、後続便への変更：${fee}${time === undefined ? '' : `（出発後 ${time}以内）`}。以後、航空券は無効になります。`,
  days: (count) => `${count} 日`,
  hours: (count) => `${count} 時間`,
  minutes: (count) => `${count} 分`,
  advancePurchase: (days) => `出発の ${days} 日前までにご購入ください。`,
  saturdayNight: '土曜日の夜を含む滞在が条件です。',
  stay: (least, most) => `滞在は ${least} 泊以上${most === undefined ? '' : `、${most} 泊以内`}。`,
};
const KO: FareMessages = {
  bags: ({ pieces, weight }, kind) => bagsInKorean(pieces, weight, kind === 'cabin' ? '기내 수하물' : '위탁 수하물'),
  extraBag: bagOf({ hold: '추가 위탁 수하물', cabin: '추가 기내 수하물' }, (kg) => ` (${kg}kg)`),
  cabinOn: (cabin, flights) => `${flights}: ${KO_CABINS[cabin]}`,
  seatIncluded: '좌석 선택 포함',
  seatNotIncluded: '좌석 선택 미포함',
  priorityBoarding: '우선 탑승',
  nameChangeable: '이름 변경 가능',
  changeNotAllowed: '변경 불가.',
  refundNotAllowed: '환불 불가.',
  changeUnknown: '변경: 항공사 규정에 따릅니다. 변경 전에 문의하세요.',
  refundUnknown: '환불: 항공사 규정에 따릅니다. 취소 전에 문의하세요.',
  change: (windows) => `변경: ${windows.join(', ')}. 운임 차액이 발생할 수 있습니다.`,
  refund: (windows) => `환불: ${windows.join(', ')}.`,
  free: '무료',
  feeUnknown: '수수료는 항공사 규정에 따름',
  fee: (amount) => `1인당 ${amount}`,
  untilDeparture: '(출발 전)',
  until: (time) => `(출발 ${time} 전까지)`,
  noShowWorthless: '탑승하지 않으면 항공권은 무효가 됩니다.',
  noShowLater: (fee, time) =>
    `탑승하지 않은 경우 이후 항공편: ${fee}${time === undefined ? '' : ` (출발 후 ${time} 이내)`}. 그 뒤 항공권은 무효가 됩니다.`,
  days: (count) => `${count}일`,
  hours: (count) => `${count}시간`,
  minutes: (count) => `${count}분`,
  advancePurchase: (days) => `출발 ${days}일 전까지 구매해야 합니다.`,
  saturdayNight: '토요일 밤을 포함해 체류해야 합니다.',
  stay: (least, most) => `최소 ${least}박${most === undefined ? '' : `, 최대 ${most}박`} 체류.`,
};
const MESSAGES: Readonly<Record<Locale, FareMessages>> = { en: EN, fr: FR, de: DE, es: ES, zh: ZH, ja: JA, ko: KO };

function bagsInChinese(pieces: number | undefined, weight: number | undefined, noun: string): string {
  if (pieces === undefined) return `${noun}：航空公司未说明`;
  return pieces === 0 ? `无${noun}` : `${pieces} 件${noun}${weight === undefined ? '' : `，每件 ${weight} 公斤`}`;
}
function bagsInJapanese(pieces: number | undefined, weight: number | undefined, noun: string): string {
  if (pieces === undefined) return `${noun}：航空会社からの案内なし`;
  return pieces === 0 ? `${noun}なし` : `${noun} ${pieces} 個${weight === undefined ? '' : `（各 ${weight} kg）`}`;
}
function bagsInKorean(pieces: number | undefined, weight: number | undefined, noun: string): string {
  if (pieces === undefined) return `${noun}：항공사에서 안내하지 않음`;
  return pieces === 0 ? `${noun} 없음` : `${noun} ${pieces}개${weight === undefined ? '' : ` (각 ${weight}kg)`}`;
}
