# Verifies notifications, one JSON object a line: an independent implementation of the interface's rules.
require 'json'; require 'openssl'
good = 0
STDIN.set_encoding('UTF-8')
STDIN.each_line.with_index(1) do |line, number|
  kase = JSON.parse(line)
  text = %w[method action env url body].map { |part| kase[part] }.join('|').downcase
  digest = OpenSSL::HMAC.digest('SHA256', kase['secret'], text)
  if digest.unpack1('H*') == kase['hex'] && [digest].pack('m0') == kase['base64'] then good += 1
  else puts "line #{number} does not verify: #{kase['name'] || kase['body'][0, 200]}" end
end
puts "#{good} verified"
