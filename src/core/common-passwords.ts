/** Words and phrases that common passwords of 12 characters or more are made of: `password1234`, `Liverpool2026!`. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
password passwort salasana losenord lozinka motdepasse contrasena wachtwoord senha parola haslo heslo adgangskode
passord salasanani mypassword yourpassword thepassword newpassword oldpassword passwordpassword passwordone
passwordless nopassword password passphrase secretpassword masterpassword defaultpassword changeme changemenow
changethis pleasechangeme letmein letmeinnow letmeinplease openup opensesame welcome welcomeback welcomehome
administrator admin adminadmin administration superuser supervisor rootroot rootadmin sysadmin webadmin webmaster
adminpassword rootpassword userpassword testpassword temppassword temporary demopassword guestpassword
masthead mastheadpassword newsroom newsroompassword editor editorial journalist publisher reporter
qwerty qwertyuiop qwertyqwerty qwertyasdf qwertyuiopasdf asdfghjkl asdfasdf asdfghjklzxcvbnm zxcvbnm zxcvbnmasdf
qazwsx qazwsxedc qazwsxedcrfv qweasdzxc qweasd qweqwe qwert qwertz qwertzuiop azerty azertyuiop
iloveyou iloveyouso iloveyouforever iloveyoubaby iloveme ilovegod ilovejesus iloveyoumore loveyou loveyouforever
trustno trustnoone nothing whatever superman spiderman batman ironman wonderwoman starwars startrek pokemon
dragon dragonball monkey princess sunshine football baseball basketball volleyball hockey soccer tennis
liverpool liverpoolfc manchester manchesterunited arsenal arsenalfc chelsea chelseafc barcelona realmadrid
juventus bayern borussia celtic rangers everton tottenham newcastle westham steelers cowboys yankees lakers
michael jennifer jessica jordan charlie thomas andrew joshua daniel matthew anthony christopher alexander
elizabeth victoria benjamin nicholas samantha stephanie katherine catherine veronica alexandra
computer internet security microsoft windows google facebook instagram youtube amazon samsung nintendo
playstation minecraft fortnite counterstrike worldofwarcraft leagueoflegends
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
mustang corvette ferrari porsche mercedes lamborghini harley harleydavidson chevrolet motorcycle
butterfly chocolate strawberry blueberry elephant penguin dolphin tigger scooter snowball sweetheart beautiful
blessed blessing forever freedom friends friendship family familyfirst jesuschrist jesuslovesme jesusislord
godisgood godislove thankyou thankyoujesus happiness happybirthday goodmorning goodnight hello helloworld hellohello
correcthorsebatterystaple correcthorse tobeornottobe maytheforcebewithyou livelaughlove carpediem hakunamatata
thequickbrownfox abracadabra asdfqwer unknown undefined nullnull nothingtosee
testtest testing testtesttest testing testuser tester sample samplepassword example examplepassword
access accessgranted login loginlogin logmein signin signmein user username usernamepassword
private secret topsecret mysecret secretsecret confidential classified
company companyname business office officepassword workpassword
`
    .split(/\s+/)
    .filter(Boolean),
);
