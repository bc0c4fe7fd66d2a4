import java.io.FileInputStream;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The key stores that run.ts lays into one directory: NAME.p12 with one key, trust.p12 with the authorities. */
public final class Stores {
  public static final String PASSWORD = "changeit";
  private final String directory;
  /** Opening one takes longer than sending a message. */
  private final Map<String, KeyStore> opened = new HashMap<>();
  private SSLContext tls;

  public Stores(String directory) {
    this.directory = directory;
  }

  public synchronized KeyStore open(String name) throws Exception {
    var known = opened.get(name);
    if (known != null) return known;
    var store = KeyStore.getInstance("PKCS12");
    try (var in = new FileInputStream(directory + "/" + name + ".p12")) {
      store.load(in, PASSWORD.toCharArray());
    }
    opened.put(name, store);
    return store;
  }

  /** For a client of servers that the local network's TLS authority vouches for. */
  public synchronized SSLContext tlsClient() throws Exception {
    if (tls != null) return tls;
    var managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(open("tls-trust"));
    tls = SSLContext.getInstance("TLS");
    tls.init(null, managers.getTrustManagers(), null);
    return tls;
  }

  public X509Certificate certificate(String name) throws Exception {
    return (X509Certificate) open(name).getCertificate("key");
  }
}
