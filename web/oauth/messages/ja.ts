import type { OAuthMessages } from '../wording.ts';

/** Japanese. */
export const ja: OAuthMessages = {
  access: 'アクセス',
  testMode: 'テストモードです。実際の予約は行われず、実際のお金も動きません。',
  scopes: {
    search: '航空券・ホテル・レンタカーの検索',
    book: '旅程の作成、支払いの開始',
    manage: '予約の確認・変更・取消・返金、API キー・メンバー・Webhook の管理',
  },
  mayDo: (organization) => `${organization} のアカウントで、次の操作ができるようになります：`,
  otherOrganization: '別の組織ですか？アカウントのページで選択してから、このページを再読み込みしてください。',
  signedInAs: (account) => `${account} としてサインイン中`,
  allow: '許可する',
  deny: '許可しない',
  consent: {
    title: (name) => `${name} にアカウントの使用を許可しますか？`,
    text: 'このアプリケーションはお客様に代わって操作しようとしています。パスワードが伝わることはありません。',
    sentBackTo: '戻り先',
    saysItIs: '自称の所属先',
    unchecked: 'このアプリケーションは自ら登録したものです。名称も運営者も当社では確認していません。',
    takeBack: 'アクセスは「アプリケーション」からいつでも取り消せます。',
  },
  device: {
    title: 'デバイスを接続',
    text: (name) => `デバイスの ${name} に表示されているコードを入力してください。`,
    label: 'コード',
    hint: '英字 8 文字（例：BCDF-GHJK）',
    next: '次へ',
    missing: 'コードを入力してください。',
    unknown:
      'このコードは存在しないか、使用済みか、10 分以上経過しています。確認するか、デバイスで最初からやり直してください。',
    confirmTitle: (name) => `${name} にアカウントの使用を許可しますか？`,
    confirmText: 'デバイスにこのコードがそのまま表示されていますか？',
    warning:
      'ご自身でたった今始めた場合にのみ続けてください。コードやリンクを送ってきた相手が、お客様のアカウントを使えるようになります。',
  },
  done: {
    allowed: (name) => ({
      title: 'デバイスを接続しました',
      text: `${name} がアカウントを使用できるようになりました。このページを閉じて、デバイスで続けてください。`,
    }),
    denied: (name) => ({
      title: '接続していません',
      text: `${name} にアクセスは与えられていません。このページを閉じてかまいません。`,
    }),
  },
  applications: {
    title: 'アプリケーション',
    text: '次のアプリケーションがお客様に代わって操作できます。',
    none: 'アカウントにアクセスできるアプリケーションはありません。',
    since: (day) => `${day}から`,
    lastUsed: (day) => `最終更新 ${day}`,
    revoke: 'アクセスを取り消す',
    revokeOf: (name) => `${name} のアクセスを取り消す`,
    revoked: 'アクセスを取り消しました。',
  },
  failed: {
    title: 'このリクエストは実行できません',
    text: 'アプリケーションが対応していない操作を求めました。アプリケーションに戻り、もう一度お試しください。',
    unknownClient:
      'このアプリケーションは登録されていないか、登録が失われています。アプリケーションで接続を削除し、もう一度追加してください。',
    detail: '開発者向け',
  },
  closed: {
    form_stale: {
      title: 'もう一度お試しください',
      text: 'このフォームは確認できませんでした。何も変更されていません。',
    },
    request_over: {
      title: 'このリクエストは終了しました',
      text: '時間が経ちすぎたか、すでに回答済みか、別のブラウザーで始まったものです。アプリケーションで最初からやり直してください。',
    },
    too_many_attempts: { title: '試行回数が多すぎます', text: '数分待ってから、もう一度お試しください。' },
  },
  again: 'もう一度試す',
};
