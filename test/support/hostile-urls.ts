/** Urls a webhook must never be sent to, whatever form the address takes. The port of those that could reach this machine is put in by the test. */
export const HOSTILE_URLS: readonly string[] = [
  // Loopback: short, decimal, octal, hexadecimal, percent-encoded and full-width forms, trailing dots.
  'https://127.0.0.1/', 'https://127.1/', 'https://127.0.1/', 'https://127.255.255.254/', 'https://2130706433/', 'https://0x7f000001/', 'https://0x7f.1/', 'https://0x7F.0x0.0x0.0x1/',
  'https://0177.0.0.1/', 'https://0177.1/', 'https://017700000001/', 'https://127.0.0.1./', 'https://%31%32%37.0.0.1/', 'https://１２７.0.0.1/', 'https://127。0。0。1/', 'https://①②⑦.0.0.1/',
  // This network, private networks, link-local, carriers' networks, tests, multicast, reserved.
  'https://0/', 'https://0.0.0.0/', 'https://0.1.2.3/', 'https://10.0.0.1/', 'https://10.1/', 'https://167772161/', 'https://172.16.0.1/', 'https://172.31.255.255/', 'https://0xac100001/',
  'https://192.168.1.1/', 'https://3232235777/', 'https://0300.0250.1.1/', 'https://100.64.0.1/', 'https://100.127.255.254/', 'https://198.18.0.1/', 'https://198.19.255.255/', 'https://192.0.2.1/',
  'https://198.51.100.7/', 'https://203.0.113.9/', 'https://192.0.0.1/', 'https://192.88.99.1/', 'https://224.0.0.1/', 'https://239.255.255.250/', 'https://240.0.0.1/', 'https://255.255.255.255/',
  // What clouds tell their own machines: AWS, GCP, Azure, Oracle, Alibaba, AWS ECS, in several forms and by name.
  'https://169.254.169.254/latest/meta-data/', 'https://2852039166/', 'https://0xa9fea9fe/', 'https://0251.0376.0251.0376/', 'https://169.254.170.2/v2/credentials', 'https://169.254.0.1/',
  'https://100.100.100.200/', 'https://168.63.129.16/', 'https://192.0.0.192/', 'https://[fd00:ec2::254]/', 'https://[fd20:ce::254]/',
  'https://metadata.google.internal/computeMetadata/v1/', 'https://METADATA.GOOGLE.INTERNAL./', 'https://metadata/', 'https://instance-data.ec2.internal/',
  // IPv6: loopback, unspecified, mapped, compatible, NAT64 and its local prefix, 6to4, Teredo, ISATAP, local, multicast, unallocated, zones.
  'https://[::1]/', 'https://[::]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[::ffff:8.8.8.8]/', 'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:0:127.0.0.1]/', 'https://[::127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b::8.8.8.8]/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://[64:ff9b:1::a00:1]/', 'https://[64:ff9b:1:ffff::10.0.0.1]/',
  'https://[2002:7f00:1::]/', 'https://[2002:a9fe:a9fe::1]/', 'https://[2002:c0a8:101::1]/', 'https://[2001::1]/', 'https://[2001:0:7f00:1::]/', 'https://[2606:4700::5efe:7f00:1]/', 'https://[2606:4700::200:5efe:10.0.0.1]/',
  'https://[fe80::1]/', 'https://[fe80::1%25eth0]/', 'https://[fc00::1]/', 'https://[fd12:3456:789a::1]/', 'https://[fec0::1]/', 'https://[ff02::1]/', 'https://[100::1]/', 'https://[2001:db8::1]/', 'https://[3fff::1]/',
  'https://[4000::1]/', 'https://[5f00::1]/', 'https://[::1]%2f@hooks.example.com/',
  // Names that never leave a machine, a house or a network.
  'https://localhost/', 'https://LOCALHOST/', 'https://localhost./', 'https://ｌｏｃａｌｈｏｓｔ/', 'https://a.localhost/', 'https://printer.local/', 'https://intranet/', 'https://router.home.arpa/', 'https://db.corp/',
  'https://nas.lan/', 'https://db.internal/', 'https://x.y.internal/', 'https://hidden.onion/', 'https://wiki.intranet/',
  // User information, ports, other schemes, and what is no absolute url.
  'https://user@hooks.example.com/', 'https://user:secret@hooks.example.com/', 'https://hooks.example.com@127.0.0.1/', 'https://hooks.example.com:443@10.0.0.1/', 'https://@127.0.0.1/', 'https://hooks.example.com:0/',
  'https://hooks.example.com:99999/', 'http://hooks.example.com/', 'ftp://hooks.example.com/', 'file:///etc/passwd', 'gopher://127.0.0.1:6379/_INFO', 'data:text/plain,x', 'javascript:alert(1)', 'unix:/var/run/docker.sock',
  'ws://hooks.example.com/', '//hooks.example.com/', '/hooks', 'hooks.example.com', 'https://', 'https:///', 'https://[::1', 'https://1.2.3.4.5/', 'https://256.1.1.1/', 'https://exa mple.com/', 'https://127.0.0.1\\@hooks.example.com/',
  // Host names without a label or with an empty or overlong one, characters that a list or a log would show otherwise, ports of other services.
  'https://.../', 'https://./', 'https://hooks..example.com/', 'https://.hooks.example.com/', `https://${'a'.repeat(64)}.example.com/`, `https://${'a.'.repeat(127)}example/`,
  'https://hooks.example.com/x\r\nX-Evil: 1', 'https://hooks.example.com/x\ty', 'https://hooks.example.com/\u0000', 'https://hooks.example.com/\u202egnp.exe', 'https://hooks.example.com/\u2028',
  'https://hooks.example.com:22/', 'https://hooks.example.com:25/', 'https://hooks.example.com:80/', 'https://hooks.example.com:444/', 'https://hooks.example.com:1024/', 'https://93.184.216.34:22/',
  'https://127.0.0.1#@hooks.example.com/', 'https://127.0.0.1?@hooks.example.com/', `https://hooks.example.com/${'a'.repeat(2_048)}`,
];
