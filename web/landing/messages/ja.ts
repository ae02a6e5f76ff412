import type { HomeMessages } from '../wording.ts';

/** Japanese. */
export const ja: HomeMessages = {
  home: {
    tab: '旅行販売 API',
    title: '航空券・ホテル・レンタカーをひとつの API で',
    description: '航空券、ホテル、レンタカーを検索し、ひとつの旅行として販売し、予約後の手続きまで行えます。',
    text: '検索し、ひとつの旅行にまとめ、一度のお支払いで予約し、あとから変更やキャンセルもできます。ここがサービス本体です。お持ちのキーはこのアドレスで使えます。',
    quickStart: 'クイックスタート',
    reference: 'API リファレンス',
    firstCall: '最初の呼び出し',
    firstCallText: 'ターミナルに貼り付けてください。予約できる価格付きのフライトが返ります。',
    explainKey:
      'API キー、またはその保存先のファイルは、初回起動時に表示されました。アカウントを作成すると追加できます。',
    more: '次のステップ',
    cards: {
      docs: { title: 'ドキュメント', text: '最初の検索から払い戻しまでのガイド、すべての操作とエラー（英語）。' },
      explore: { title: '旅行需要', text: '検索と予約の動向を、地図、一覧、推移で確認できます。' },
      signUp: { title: 'アカウントを作成', text: 'API キー、メンバー、アプリケーションをブラウザで管理します。' },
      signIn: { title: 'ログイン', text: 'API キー、メンバー、アプリケーションをブラウザで管理します。' },
      manage: { title: '予約の確認・変更', text: 'ご旅行者向け：予約の検索、変更、キャンセル、印刷。' },
      agents: { title: 'AI エージェント向け', text: 'すべての操作を Model Context Protocol のツールとして使えます。' },
    },
    version: 'バージョン',
    health: '稼働状況',
    contract: 'OpenAPI ドキュメント',
  },
  testMode: 'サンドボックスです。実際の予約や請求は行われません。',
  error: {
    title: 'このページを表示できません',
    missingTitle: 'ページが見つかりません',
    missing: 'リンクをご確認いただくか、ホームページからお探しください。',
    failed: 'サーバー側で問題が発生しました。しばらくしてからもう一度お試しください。',
    refused: 'リクエストを受け付けられませんでした。戻ってもう一度お試しください。',
    reference: '参照番号',
    home: 'ホームページへ',
    booking: '予約を検索する',
  },
};
